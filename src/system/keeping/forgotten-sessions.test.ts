import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { FORGOTTEN_SESSIONS, forgottenSessions } from './forgotten-sessions.ts';

const folder = useScratch();

it('knows a whole conversation, or a part of one alone', () => {
  const marks = forgottenSessions(folder.path);
  expect(marks.has('codex', 'a', 'a1')).toBe(false);
  marks.add('codex', 'a');
  marks.add('codex', 'b', 'b1');
  expect(marks.has('codex', 'a', 'a1')).toBe(true);
  expect(marks.has('claude-code', 'a', 'a1')).toBe(false);
  expect(marks.has('codex', 'b', 'b1')).toBe(true);
  expect(marks.has('codex', 'b', 'b2')).toBe(false);
});

it('leaves the mode of the folder that a person gave it', () => {
  chmodSync(folder.path, 0o750);
  forgottenSessions(folder.path).add('codex', 'a');
  expect(statSync(folder.path).mode & 0o777).toBe(0o750);
});

it('fails where its marks cannot be read, and writes over none of them', () => {
  const path = join(folder.path, FORGOTTEN_SESSIONS);
  const marks = forgottenSessions(folder.path);
  mkdirSync(path);
  expect(() => marks.add('codex', 'a')).toThrow(/cannot be read/);
  expect(() => marks.has('codex', 'a', 'a1')).toThrow(/cannot be read/);
  rmSync(path, { recursive: true });
  // More than is ever read.
  writeFileSync(path, 'x\n'.repeat(9 * 1024 * 1024));
  expect(() => marks.add('codex', 'a')).toThrow(/cannot be read/);
  expect(readFileSync(path)).toHaveLength(18 * 1024 * 1024);
});
