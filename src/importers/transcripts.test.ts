import { expect, it } from 'vitest';
import { testDeps } from '../../test/deps.ts';
import { NO_COPIES } from '../../test/no-copies.ts';
import type { SessionId } from '../domain/base/ids.ts';
import type { Copies } from '../engine/keeping/copy.ts';
import { forget } from '../engine/keeping/forget.ts';
import type { TranscriptEvent, TranscriptFile, Transcripts } from '../ports/base/transcripts.ts';
import { importTranscripts, type TranscriptRun } from './transcripts.ts';

const ID = '5c7d5c23-0691-4467-9a7e-0f3c8d21b7a4';
const DAY_OF = Date.parse('2026-11-10T13:40:49Z');

/** Imports and forgets in one home, with the marks that the home would keep. */
function place() {
  const deps = testDeps();
  const marks: string[] = [];
  const markOf = (...of: unknown[]) => JSON.stringify(of.filter((one) => one !== undefined));
  const run: TranscriptRun = {
    dryRun: false,
    lookedAt: [],
    isDone: () => false,
    done: () => {},
    progress: () => {},
    isForgotten: (host, id, part) =>
      [markOf(host, id), markOf(host, id, part)].some((one) => marks.includes(one)),
  };
  const copies: Copies = { ...NO_COPIES, markForgotten: (...of) => void marks.push(markOf(...of)) };
  return {
    deps,
    taken: async (transcripts: Transcripts, ...files: TranscriptFile[]) =>
      (await importTranscripts(deps, transcripts, files, run)).sessions,
    forgets: (id: SessionId) => forget(deps, copies, { sessions: [id] }),
  };
}

function file(path: string, text = ''): TranscriptFile {
  return {
    path,
    size: text.length,
    modified: DAY_OF,
    beside: () => [],
    text: () => text,
    lines: () => text.split('\n').map((line, i) => ({ number: i + 1, text: line, read: 0 })),
    database: () => {
      throw new Error('none');
    },
  };
}

/** A host whose files are one conversation; each continues it under the name of the file. */
const direct: Transcripts = {
  host: 'claude-code',
  folders: [],
  name: /./,
  *read({ path }): Iterable<TranscriptEvent> {
    const event = { hostSessionId: ID, cwd: '/work/radio', key: null };
    const part = path === 'first' ? null : path;
    yield { at: DAY_OF, part, event: { ...event, kind: 'prompt', text: `Tune ${path}` } as never };
    yield {
      at: DAY_OF,
      part,
      event: { ...event, kind: 'turn-end', reply: 'Tuned.', failed: false } as never,
    };
  },
};

it('a conversation that was forgotten in one of its parts comes back in none but those that come later', async () => {
  const { deps, taken, forgets } = place();
  expect(await taken(direct, file('first'))).toMatchObject({ new: 1 });
  await forgets((await deps.store.sessionOfHost('claude-code', ID))!.id);
  expect(await taken(direct, file('first'))).toMatchObject({ new: 0, forgotten: 1 });
  expect(await taken(direct, file('first'), file('second'))).toMatchObject({
    new: 1,
    forgotten: 1,
  });
});
