import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { runInNewerNode } from './runtime.ts';

const folder = useScratch();
let said: string[];

beforeEach(() => {
  said = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function node(name: string, version: string, code: number): string {
  const path = join(folder.path, name);
  writeFileSync(
    path,
    `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit 0\nexit ${code}\n`,
    {
      mode: 0o755,
    },
  );
  return path;
}

it('takes the runtime that setup is given, before the one of the environment', () => {
  const env = { CORTEX_NODE: node('other', 'v24.20.0', 5) };
  expect(
    runInNewerNode(['script', 'setup', '--runtime', node('new', 'v24.21.0', 7)], false, env),
  ).toBe(7);
  expect(said).toEqual([]);
});

it('says which of the named ones cannot be used, and goes on', () => {
  const env = { CORTEX_NODE: node('new', 'v24.21.0', 7) };
  const old = node('old', 'v18.1.0', 5);
  expect(runInNewerNode(['script', 'setup', '--runtime', old], false, env)).toBe(7);
  expect(said.join('')).toContain(`--runtime is ${old}: Node v18.1.0, not Node 22.22.3`);
  expect(
    runInNewerNode(['script', 'setup', '--runtime', join(folder.path, 'none')], false, env),
  ).toBe(7);
  expect(said.join('')).toContain('none: no Node, not');
});

it('is silent in a hook', () => {
  const env = { CORTEX_NODE: node('old', 'v18.1.0', 5), PATH: folder.path };
  node('node', 'v24.21.0', 7);
  expect(runInNewerNode(['script', 'hook'], true, env)).toBe(0);
  expect(said).toEqual([]);
});
