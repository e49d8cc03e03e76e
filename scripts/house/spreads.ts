// `node scripts/house/spreads.ts`: unfolds object and array literals that are spread into literals merely to pack lines. A spread that
// leaves a property out stays. `node scripts/house/same.ts <commit before>` proves that nothing else changed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a literal or a call has its parts in, and the literals that are packed there. */
const PARTS: Readonly<Record<string, readonly [field: string, packed: string]>> = {
  ObjectExpression: ['properties', 'ObjectExpression'],
  ArrayExpression: ['elements', 'ArrayExpression'],
  CallExpression: ['arguments', 'ArrayExpression'],
  NewExpression: ['arguments', 'ArrayExpression'],
};

function isNode(value: unknown): value is Node {
  return (
    typeof (value as Node | null)?.type === 'string' && typeof (value as Node).start === 'number'
  );
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** The spreads of literals into a node, none inside of another: those come in the next round. */
function editsIn(node: Node, text: string): Edit[] {
  const [field = '', kind = ''] = PARTS[node.type] ?? [];
  const parts = ((node[field] as readonly unknown[] | undefined) ?? []).filter(isNode);
  const packed = parts.filter(
    ({ type, argument }) => type === 'SpreadElement' && isNode(argument) && argument.type === kind,
  );
  if (packed.length === 0) return childrenOf(node).flatMap((child) => editsIn(child, text));
  return [
    // The formatter keeps an object open whose first property begins a line.
    ...(kind === 'ObjectExpression'
      ? [{ start: node.start + 1, end: node.start + 1, text: '\n' }]
      : []),
    ...packed.map((spread) => unfolded(spread, text)),
  ];
}

function unfolded(spread: Node, text: string): Edit {
  const { start, end } = spread.argument as Node;
  const inner = text
    .slice(start + 1, end - 1)
    .trim()
    .replace(/,$/, '');
  if (inner !== '') return { start: spread.start, end: spread.end, text: inner };
  const comma = /^\s*,/.exec(text.slice(spread.end))?.[0].length ?? 0;
  return { start: spread.start, end: spread.end + comma, text: '' };
}

function unfold(path: string, text: string): string {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
  const edits = editsIn(parseAst(text, { lang }) as unknown as Node, text);
  if (edits.length === 0) return text;
  const next = edits
    .sort((a, b) => b.start - a.start)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text);
  return unfold(path, next);
}

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', 'src', 'test', 'bench', 'scripts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path));
let changed = 0;
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8');
  const next = unfold(path, text);
  if (next === text) continue;
  writeFileSync(join(root, path), next);
  changed++;
}
console.log(`${changed} files unfolded`);
execFileSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', '.'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
