import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

// Written in JavaScript, which has no types to import.
const script = join(ROOT, 'scripts', 'docs.mjs');
const { pages } = (await import(/* @vite-ignore */ script)) as { pages(): Record<string, string> };

describe('generated pages', () => {
  it.each(Object.entries(pages()))('%s is current; otherwise: npm run docs', (path, text) => {
    expect(read(path)).toBe(text);
  });

  it('say something about every command and each of its options', () => {
    const page = read('docs/cli.md');
    for (const { name, flags } of COMMANDS) {
      const section = page.split('\n## ').find((part) => part.startsWith(`${name}\n`)) ?? '';
      expect(section, name).toContain(`cortex ${name}`);
      for (const flag of Object.keys(flags)) expect(section, name).toContain(`--${flag}`);
    }
  });

  it('say something about every table', () => {
    const sections = read('docs/schema.md').split('\n## ').slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(8);
    for (const section of sections) expect(section).toMatch(/^[a-z_]+\n\n[A-Z].+\.\n/);
  });
});
