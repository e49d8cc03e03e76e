import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** A prototype of turns, where its folder is beside this repository. */
const PROTOTYPE = join(ROOT, '..', 'shared', 'bench', 'turns.cjs');

/** Programs that speak hooks: a built Cortex, and yardsticks in its place. */
export function programsBeside(dist = join(ROOT, 'dist')): string[] {
  const yardsticks = [join(import.meta.dirname, 'baseline.cjs'), PROTOTYPE];
  return [join(dist, 'cortex.cjs'), ...yardsticks.filter((path) => existsSync(path))];
}

/** Yardsticks have hooks alone: no tools, no maintenance, no database. */
export function isYardstick(program: string): boolean {
  return basename(program) !== 'cortex.cjs';
}
