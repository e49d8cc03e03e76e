import { expect, it } from 'vitest';
import { commandLine } from './command-line.ts';

it.each([
  [
    ['/usr/bin/node', '/opt/my cortex/c.cjs', 'hook', 'codex'],
    '"/usr/bin/node" "/opt/my cortex/c.cjs" hook codex',
  ],
  [['/o/$HOME/`x`/"q"/c.cjs'], '"/o/\\$HOME/\\`x\\`/\\"q\\"/c.cjs"'],
  // The backslashes of Windows are no escapes.
  [
    ['C:\\Program Files\\node.exe', 'C:\\c\\cortex.cjs', '--via', 'a'],
    '"C:\\Program Files\\node.exe" "C:\\c\\cortex.cjs" --via a',
  ],
  [[''], '""'],
])('%j', (argv, line) => expect(commandLine(argv)).toBe(line));
