import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', 'docs', 'benchmarks.md');

/** The page with the section of a benchmark in its place, or at its end; the rest stays as it is. */
export function withSection(page: string, name: string, section: string): string {
  const [begin, end] = [
    `<!-- ${name}: written by npm run bench -- ${name} --save -->`,
    `<!-- /${name} -->`,
  ];
  const block = `${begin}\n${section}\n${end}`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to === -1) return `${page.trimEnd()}\n\n${block}\n`;
  return page.slice(0, from) + block + page.slice(to + end.length);
}

/** Writes the section of a benchmark into the page of benchmarks. */
export function saveSection(name: string, section: string): void {
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), name, section));
}
