import type { DatabaseSync } from 'node:sqlite';
import { projectScope, type Scope } from '../src/domain/base/scope.ts';
import { DAY, HOUR } from '../src/domain/base/time.ts';
import type { Fact } from '../src/domain/facts/fact.ts';
import { makePin } from '../src/domain/pins/pin.ts';
import { randomId } from '../src/program/compose.ts';
import { openMigrated } from '../src/store/base/migrations.ts';
import { storeOn } from '../src/store/sqlite-store.ts';
import type { Store } from '../src/store/store.ts';
import { createPrivate } from '../src/system/base/files.ts';

export interface Seeding {
  readonly sessions: number;
  readonly scopes: readonly Scope[];
  /** The sessions lie between now and so long ago. */
  readonly days: number;
  readonly now: number;
}

const WORDS =
  'radio driver frequency parser ledger cache index token session thread decay budget socket retry'.split(
    ' ',
  );

/** Numbers that look random and are the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
}

/** Fills a database through the store's own methods, only without waiting for the disk. */
export async function seed(path: string, { sessions, scopes, days, now }: Seeding): Promise<void> {
  const store = openForSeeding(path);
  const random = numbers(sessions + scopes.length);
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
  for (let i = 0; i < sessions; i++) {
    const scope = scopes[i % scopes.length]!;
    // Oldest first, as they would have come about.
    const at = now - days * DAY * (1 - i / sessions) - HOUR;
    const facts: Fact[] = [
      {
        kind: 'prompt',
        text: `${word()} the ${word()} of module${i % 97} because ${word()} and ${word()} disagree`,
      },
      {
        kind: 'tool',
        tool: 'Edit',
        ok: true,
        touched: [{ path: `${scope.root}/src/${word()}-${i % 50}.ts`, how: 'edit' }],
      },
      { kind: 'tool', tool: 'Bash', ok: true, touched: [], command: `npm test -- ${word()}` },
      {
        kind: 'reply',
        text: `The ${word()} now ${word()}s; what is left is the ${word()} of the ${word()}.`,
      },
      { kind: 'turn-ended' },
    ];
    if (i % 3 === 0)
      facts.push({
        kind: 'pinned',
        pin: makePin({ content: `${word()} needs ${word()}`, label: `p${i % 40}` }, at)!,
      });
    if (i % 5 === 0) {
      const items = [{ id: null, text: `finish ${word()} ${word()}`, status: 'pending' as const }];
      facts.push({ kind: 'todos', update: { whole: true, items } });
    }
    const { head } = await store.openSession({
      id: randomId(),
      scope,
      host: 'claude-code',
      hostSessionId: `seed-${i}`,
      branch: 'main',
      head: null,
      cwd: scope.root,
      at,
      owner: null,
      resumes: null,
    });
    await store.append(
      head.id,
      facts.map((fact) => ({ fact, key: null })),
      { via: 'seed', at },
    );
    await store.endSession(head.id, at + HOUR / 2, 'seed');
  }
  // As maintenance does within a day.
  for (const index of await store.lateWork('indexes_built')) index.do();
  store.close();
}

export function openForSeeding(path: string): Store {
  const database = openMigrated(path, {
    waitMillis: () => 5_000,
    prepare: createPrivate,
    sharedMemory: true,
    now: Date.now,
  });
  (database.raw as DatabaseSync).exec('PRAGMA synchronous=OFF');
  return storeOn(database);
}

export function repositories(count: number, folder: string): Scope[] {
  return Array.from({ length: count }, (_, i) =>
    projectScope(`${folder}/repo${i}/.git`, `repo${i}`, `${folder}/repo${i}`),
  );
}
