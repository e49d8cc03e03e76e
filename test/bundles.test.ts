import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RARELY } from '../src/lazy.ts';

/** What a bundle may hold, and how large it may be. A hook pays for every line that it loads. */
interface Declared {
  /** Folders of `src`; the files directly in it, or with `/**` everything below. Files of `src` itself by their names. */
  readonly rooms: readonly string[];
  /** Bundles that it loads at their first call. */
  readonly lazy?: readonly string[];
  readonly packages?: readonly string[];
}

const SERVING = ['config', 'domain/**', 'engine/**', 'platform', 'compose.ts', 'store.ts', 'stores/**'];
const PROTOCOL = ['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'zod'];
const SERVER = [
  ...SERVING,
  'compose-home.ts',
  'compose-repair.ts',
  'entries',
  'host.ts',
  'hosts/**',
  'operations/**',
  'surfaces/mcp/**',
];

/** The others load these. */
const DIRECTLY = Object.keys(RARELY).filter((name) => name !== 'outcome');

const BUNDLES: Readonly<Record<string, Declared>> = {
  // What every hook loads, and what it may load besides.
  'cortex.cjs': { rooms: ['domain/runtime', 'entries', 'platform'] },
  'hook.cjs': {
    rooms: [
      'compose.ts',
      'config',
      'domain',
      'domain/evidence',
      'domain/observe',
      'domain/observe/definitions',
      'domain/redact',
      'domain/runtime',
      'domain/session',
      'domain/sop',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
      'entries',
      'host.ts',
      'hosts/**',
      'platform',
      'store.ts',
      'stores/**',
      'surfaces/hook',
    ],
    lazy: [
      'archiving',
      'capturing',
      'claims',
      'compacting',
      'definitions',
      'ending',
      'glob',
      'history',
      'hosts',
      'ignore',
      'instructing',
      'json-head',
      'migrating',
      'mirroring',
      'pinning',
      'proving',
      'reading',
      'redact',
      'replies',
      'restoring',
      'sealing',
      'shell-line',
      'spooling',
      'starting',
      'status-line',
      'store',
      'tokens',
      'upkeep',
    ],
  },
  'archiving.cjs': { rooms: ['domain', 'domain/upkeep', 'platform'], lazy: ['mirroring'] },
  'capturing.cjs': {
    rooms: [
      'domain',
      'domain/memories',
      'domain/metrics',
      'domain/observe',
      'domain/observe/definitions',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/rules',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
      'store.ts',
    ],
    lazy: ['definitions', 'ignore', 'instructing', 'reading', 'redact', 'shell-line'],
  },
  'claims.cjs': { rooms: ['domain', 'domain/claims', 'domain/thread', 'platform'] },
  'compacting.cjs': {
    rooms: [
      'domain',
      'domain/memories',
      'domain/metrics',
      'domain/observe',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/rules',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
    ],
    lazy: ['ignore', 'redact', 'shell-line'],
  },
  'definitions.cjs': { rooms: ['domain/observe/definitions'] },
  'ending.cjs': {
    rooms: [
      'domain',
      'domain/memories',
      'domain/metrics',
      'domain/observe',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/rules',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
      'store.ts',
    ],
    lazy: ['ignore', 'redact', 'shell-line'],
  },
  'glob.cjs': { rooms: ['domain/text'] },
  'history.cjs': { rooms: ['platform/**'] },
  'hosts.cjs': {
    rooms: [
      'domain/observe',
      'domain/redact',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'host.ts',
      'hosts/**',
    ],
    lazy: ['shell-line'],
  },
  'ignore.cjs': { rooms: ['domain/observe'], lazy: ['glob'] },
  'instructing.cjs': {
    rooms: [
      'domain',
      'domain/memories',
      'domain/metrics',
      'domain/observe',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/rules',
      'domain/session',
      'domain/sop',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
    ],
    lazy: ['glob', 'ignore', 'redact', 'shell-line', 'tokens'],
  },
  'json-head.cjs': { rooms: ['domain/text'] },
  'meanwhile.cjs': {
    rooms: ['domain', 'domain/pins', 'domain/redact', 'domain/restore', 'domain/tasks', 'engine/**'],
    lazy: ['redact'],
  },
  'migrating.cjs': { rooms: ['domain/evidence', 'stores/**'] },
  'mirroring.cjs': { rooms: ['platform'] },
  'shell-line.cjs': { rooms: ['domain/observe/**', 'domain/thread'], lazy: ['outcome'] },
  'outcome.cjs': { rooms: ['domain/observe/**'] },
  'pinning.cjs': { rooms: ['platform'] },
  'proving.cjs': { rooms: ['domain/projects', 'platform'] },
  'reading.cjs': { rooms: ['domain', 'domain/text', 'engine/**'], lazy: ['tokens'] },
  'redact.cjs': { rooms: ['domain/redact'] },
  'replies.cjs': {
    rooms: [
      'domain',
      'domain/redact',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'host.ts',
      'hosts/**',
    ],
    lazy: ['shell-line'],
  },
  'restoring.cjs': {
    rooms: [
      'domain',
      'domain/answer',
      'domain/claims',
      'domain/memories',
      'domain/metrics',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/restore',
      'domain/rules',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
    ],
    lazy: ['meanwhile', 'redact', 'searching', 'tokens'],
  },
  'sealing.cjs': { rooms: ['platform'] },
  'searching.cjs': {
    rooms: [
      'domain',
      'domain/memories',
      'domain/projects',
      'domain/redact',
      'domain/search',
      'domain/text',
      'engine/**',
    ],
  },
  'signing.cjs': { rooms: ['domain', 'domain/text', 'stores/**'] },
  'spooling.cjs': {
    rooms: [
      'domain',
      'domain/answer',
      'domain/observe',
      'domain/observe/definitions',
      'domain/redact',
      'domain/restore',
      'domain/session',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
    ],
    lazy: [
      'capturing',
      'compacting',
      'definitions',
      'ending',
      'glob',
      'ignore',
      'instructing',
      'reading',
      'redact',
      'restoring',
      'shell-line',
      'starting',
    ],
  },
  'starting.cjs': {
    rooms: [
      'domain',
      'domain/memories',
      'domain/metrics',
      'domain/observe',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/rules',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'engine/**',
    ],
    lazy: ['ignore', 'redact', 'restoring', 'shell-line'],
  },
  'status-line.cjs': {
    rooms: ['domain', 'domain/pins', 'domain/redact', 'domain/restore', 'domain/text', 'engine/session'],
    lazy: ['redact'],
  },
  'store.cjs': {
    rooms: [
      'domain',
      'domain/answer',
      'domain/evidence',
      'domain/ledger',
      'domain/memories',
      'domain/observe',
      'domain/pins',
      'domain/projects',
      'domain/restore',
      'domain/rules',
      'domain/search',
      'domain/session',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'domain/upkeep',
      'store.ts',
      'stores/**',
    ],
    lazy: ['signing'],
  },
  'tokens.cjs': { rooms: ['domain/text'] },
  'upkeep.cjs': {
    rooms: [
      'domain',
      'domain/answer',
      'domain/evidence',
      'domain/memories',
      'domain/observe',
      'domain/pins',
      'domain/projects',
      'domain/restore',
      'domain/rules',
      'domain/search',
      'domain/session',
      'domain/share',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'domain/upkeep',
      'store.ts',
      'stores/**',
    ],
    lazy: ['migrating', 'store'],
  },
  // What people, servers and programs load.
  'tokenizer.cjs': { rooms: ['domain/text', 'entries'], packages: ['gpt-tokenizer'] },
  'mcp.cjs': {
    rooms: [...SERVER, 'surfaces/http'],
    lazy: DIRECTLY,
    packages: PROTOCOL,
  },
  // The driver of the shared database: loaded where a command connects, and by no hook.
  'share-log.cjs': {
    rooms: ['entries', 'share.ts', 'shares/postgres'],
    packages: [
      'pg',
      'pg-connection-string',
      'pg-int8',
      'pg-pool',
      'pg-protocol',
      'pg-types',
      'pgpass',
      'postgres-array',
      'postgres-bytea',
      'postgres-date',
      'postgres-interval',
      'split2',
      'xtend',
    ],
  },
  'syncing.cjs': {
    rooms: [
      'compose-share.ts',
      'domain',
      'domain/answer',
      'domain/memories',
      'domain/metrics',
      'domain/pins',
      'domain/projects',
      'domain/redact',
      'domain/restore',
      'domain/rules',
      'domain/session',
      'domain/share',
      'domain/tasks',
      'domain/text',
      'domain/thread',
      'domain/turns',
      'domain/upkeep',
      'engine/**',
      'entries',
      'platform',
      'share.ts',
      'shares/postgres',
    ],
  },
  'cli.cjs': {
    rooms: [
      ...SERVING,
      'compose-home.ts',
      'compose-repair.ts',
      'compose-share.ts',
      'entries',
      'host.ts',
      'hosts/**',
      'operations/**',
      'share.ts',
      'shares/**',
      'surfaces/cli/**',
      'surfaces/http',
      'surfaces/ui',
    ],
    lazy: DIRECTLY,
    packages: ['jsonc-parser', 'smol-toml', 'yaml', 'zod'],
  },
  'index.cjs': {
    // Operations and their schemas are a quarter of it; they are run with the first that is asked for.
    rooms: [...SERVING, 'entries', 'host.ts', 'hosts/**', 'library', 'operations/**', 'surfaces/hook'],
    lazy: DIRECTLY.filter((name) => name !== 'hosts'),
    packages: ['zod'],
  },
  // What runs inside a host.
  'plugins/opencode.js': { rooms: ['plugins/opencode', 'plugins/shared'] },
  'plugins/pi.js': { rooms: ['plugins/pi', 'plugins/shared'] },
  'plugins/cline.js': { rooms: ['plugins/cline', 'plugins/shared'] },
  'openclaw/index.js': { rooms: ['domain/runtime', 'entries', 'surfaces/openclaw'] },
  'openclaw/chunk.js': { rooms: ['domain/text'] },
  'openclaw/compose-openclaw.js': {
    rooms: [
      ...SERVING,
      'compose-home.ts',
      'compose-repair.ts',
      'compose-openclaw.ts',
      'compose-openclaw-tools.ts',
      'host.ts',
      'hosts/**',
      'operations/**',
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

describe.each(Object.entries(BUNDLES))('%s', (name, { rooms, lazy = [], packages = [] }) => {
  const meta = META[name]!;
  const inputs = Object.keys(meta.inputs);
  const own = inputs.filter((path) => path.startsWith('src/')).map((path) => path.slice('src/'.length));
  const isIn = (path: string, room: string) => {
    if (room.endsWith('/**')) return path.startsWith(room.slice(0, -2));
    return room.endsWith('.ts') ? path === room : path.slice(0, path.lastIndexOf('/')) === room;
  };

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
