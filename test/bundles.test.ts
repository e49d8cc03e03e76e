import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What a bundle may hold, and how large it may be. A hook pays for every line that it loads. */
interface Declared {
  /** In KiB, with a little room to grow. A change that needs more says so here. */
  readonly size: number;
  /** Folders of `src`; the files directly in it, or with `/**` everything below. Files of `src` itself by their names. */
  readonly rooms: readonly string[];
  /** Bundles that it loads at their first call. */
  readonly lazy?: readonly string[];
  readonly packages?: readonly string[];
}

const CAPTURE = [
  'config',
  'domain',
  'domain/redact',
  'domain/session/notices.ts',
  'domain/thread',
  'engine',
  'entries',
];
const CALLER = ['compose.ts', 'host.ts', 'hosts', 'hosts/claude-code', 'hosts/shape', 'platform'];
const LEAN = [...CAPTURE, ...CALLER, 'stores/sqlite/**', 'surfaces/hook'];
const WHOLE = ['config', 'domain/**', 'engine/**', 'platform', 'compose.ts', 'store.ts', 'stores/**'];
/** Of the rules that read work: which commands are checks, and how a definition looks from outside. */
const LOOKING = ['domain/observe', 'domain/observe/commands', 'domain/observe/definitions/known.ts'];
const OBSERVING = ['definitions', 'outcome', 'statements'];
/** What folds and reads when a turn ends, what a first prompt looks for, and files that are rarely there. */
const READING = ['folding', 'ignore', 'replies', 'said', 'searching'];
const PROTOCOL = ['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'zod'];
const SERVER = [
  ...WHOLE,
  'compose-home.ts',
  'compose-repair.ts',
  'entries',
  'host.ts',
  'hosts/**',
  'surfaces/mcp/**',
];

const BUNDLES: Readonly<Record<string, Declared>> = {
  // What every hook loads, and what it may load besides.
  'cortex.cjs': { size: 7, rooms: ['domain', 'entries', 'platform'] },
  'hook.cjs': {
    size: 90,
    rooms: [...LEAN, ...LOOKING, 'engine/session'],
    lazy: ['hosts', 'ignore', 'redact', ...OBSERVING],
  },
  'glance.cjs': { size: 12, rooms: ['domain', 'entries', 'hosts/shape'] },
  'intent.cjs': { size: 105, rooms: [...LEAN, 'domain/answer'], lazy: ['hosts', 'redact', 'tokens'] },
  'engine.cjs': {
    size: 314,
    rooms: [
      ...LEAN,
      ...LOOKING,
      'domain/answer',
      'domain/restore',
      'domain/search',
      'domain/session',
      'engine/**',
      'store.ts',
    ],
    lazy: ['hosts', 'redact', 'tokens', ...READING, ...OBSERVING],
  },
  'redact.cjs': { size: 36, rooms: ['domain/redact'] },
  'statements.cjs': { size: 22, rooms: ['domain/observe/**'] },
  'definitions.cjs': { size: 23, rooms: ['domain/observe/**'] },
  'outcome.cjs': { size: 10, rooms: ['domain/observe/**'] },
  'folding.cjs': {
    size: 63,
    rooms: [
      'domain',
      'domain/observe/statements',
      'domain/redact/span.ts',
      'domain/session',
      'domain/thread',
    ],
  },
  'searching.cjs': {
    size: 40,
    rooms: ['domain', 'domain/redact/span.ts', 'domain/search', 'engine', 'engine/restore', 'engine/search'],
  },
  'said.cjs': { size: 160, rooms: ['domain', 'domain/observe/**'] },
  'ignore.cjs': { size: 8, rooms: ['domain'] },
  'replies.cjs': {
    size: 40,
    rooms: ['domain', 'domain/redact', 'domain/session/notices.ts', 'host.ts', 'hosts/**'],
  },
  'hosts.cjs': {
    size: 53,
    rooms: ['domain', 'domain/redact', 'domain/session/notices.ts', 'host.ts', 'hosts/**'],
  },
  'tokens.cjs': { size: 22, rooms: ['domain'] },
  // What people, servers and programs load.
  'tokenizer.cjs': { size: 2048, rooms: ['entries'], packages: ['gpt-tokenizer'] },
  'mcp.cjs': {
    size: 745,
    rooms: SERVER,
    lazy: ['hosts', 'redact', 'tokens', ...READING, ...OBSERVING],
    packages: PROTOCOL,
  },
  'mcp-http.cjs': {
    size: 774,
    rooms: SERVER,
    lazy: ['hosts', 'redact', 'tokens', ...READING, ...OBSERVING],
    packages: PROTOCOL,
  },
  'cli.cjs': {
    size: 1620,
    rooms: [
      ...WHOLE,
      'compose-home.ts',
      'compose-repair.ts',
      'entries',
      'host.ts',
      'hosts/**',
      'surfaces/cli/**',
    ],
    packages: ['jsonc-parser', 'smol-toml'],
  },
  'index.cjs': { size: 1190, rooms: [...WHOLE, 'entries', 'host.ts', 'hosts/**', 'library'] },
  // What runs inside a host.
  'plugins/opencode.js': { size: 13, rooms: ['plugins/opencode', 'plugins/shared'] },
  'plugins/pi.js': { size: 10, rooms: ['plugins/pi', 'plugins/shared'] },
  'plugins/cline.js': { size: 11, rooms: ['plugins/cline', 'plugins/shared'] },
  'openclaw/index.js': { size: 4, rooms: ['entries', 'platform', 'surfaces/openclaw'] },
  'openclaw/chunk.js': { size: 9, rooms: ['domain'] },
  'openclaw/compose-openclaw.js': {
    size: 875,
    rooms: [
      ...WHOLE,
      'compose-home.ts',
      'compose-repair.ts',
      'compose-openclaw.ts',
      'compose-openclaw-tools.ts',
      'host.ts',
      'hosts/**',
      'surfaces/mcp/**',
      'surfaces/openclaw',
    ],
    packages: ['zod'],
  },
};

interface Meta {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, number>>;
  readonly lazy: readonly string[];
}
const META = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'dist', '.meta.json'), 'utf8'),
) as Readonly<Record<string, Meta>>;

it('every bundle is declared', () => {
  expect(Object.keys(META).sort()).toEqual(Object.keys(BUNDLES).sort());
});

describe.each(Object.entries(BUNDLES))('%s', (name, { size, rooms, lazy = [], packages = [] }) => {
  const meta = META[name]!;
  const inputs = Object.keys(meta.inputs);
  const own = inputs.filter((path) => path.startsWith('src/')).map((path) => path.slice('src/'.length));
  const isIn = (path: string, room: string) => {
    if (room.endsWith('/**')) return path.startsWith(room.slice(0, -2));
    return room.endsWith('.ts') ? path === room : path.slice(0, path.lastIndexOf('/')) === room;
  };

  it(`is at most ${size} KiB`, () => {
    expect(Math.ceil(meta.bytes / 1024)).toBeLessThanOrEqual(size);
  });

  it('holds nothing of other rooms', () => {
    expect(own.filter((path) => !rooms.some((room) => isIn(path, room)))).toEqual([]);
  });

  it('holds something of each of its rooms', () => {
    expect(rooms.filter((room) => !own.some((path) => isIn(path, room)))).toEqual([]);
  });

  it('loads the declared bundles, and holds the declared packages', () => {
    const held = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    expect([...meta.lazy].sort()).toEqual([...lazy].sort());
    expect([...new Set(held)].sort()).toEqual([...packages].sort());
  });
});
