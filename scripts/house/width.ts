// `node scripts/house/width.ts`: lines of 100 characters. `node scripts/house/same.ts <commit before>` proves that nothing else changed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WIDTH = 100;

const root = join(import.meta.dirname, '..', '..');
const settings = join(root, 'biome.json');
const text = readFileSync(settings, 'utf8');
writeFileSync(settings, text.replaceAll(/"lineWidth": \d+/g, `"lineWidth": ${WIDTH}`));
execFileSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', '.'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
