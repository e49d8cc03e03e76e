import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Pages for people; decisions are history. */
export const PAGES: readonly string[] = [
  'README.md',
  'AGENTS.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'RELEASE.md',
  ...pagesBelow('docs'),
];

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'decisions' ? [] : pagesBelow(path);
      return path.endsWith('.md') ? [path] : [];
    })
    .sort();
}
