import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { PAGES, ROOT, readPage } from './pages.ts';

// Written in JavaScript, which has no types to import.
const script = join(ROOT, 'scripts', 'docs.mjs');
const { pages } = (await import(/* @vite-ignore */ script)) as { pages(): Record<string, string> };

describe('generated pages', () => {
  it.each(Object.entries(pages()))('%s is current; otherwise: npm run docs', (path, text) => {
    expect(readPage(path)).toBe(text);
  });

  it('say something about every command and each of its options', () => {
    const page = readPage('docs/reference/cli.md');
    for (const command of COMMANDS) {
      const section = page.split('\n## ').find((part) => part.startsWith(`${command.name}\n`)) ?? '';
      for (const { name, flags } of command.actions ?? [command]) {
        expect(section, name).toContain(`cortex ${name}`);
        for (const flag of Object.keys(flags)) expect(section, name).toContain(`--${flag}`);
      }
    }
  });

  it('say something about every table', () => {
    const sections = readPage('docs/reference/schema.md').split('\n## ').slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(8);
    for (const section of sections) expect(section).toMatch(/^[a-z_]+\n\n[A-Z].+\.\n/);
  });
});

/** The names by which headings are linked to: in small letters, without marks, with dashes for blanks. */
function anchorsIn(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links', () => {
  it.each(PAGES)('of %s lead somewhere', (page) => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]+))?\)/g)];
    const dead = links.flatMap(([, path, anchor]) => {
      const target = path ? join(dirname(page), path) : page;
      const isThere = existsSync(join(ROOT, target)) && (!anchor || anchorsIn(target).includes(anchor));
      return isThere ? [] : [`${path}#${anchor ?? ''}`];
    });
    expect(dead).toEqual([]);
  });
});
