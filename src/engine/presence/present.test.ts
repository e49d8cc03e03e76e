import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conversation, type TestDeps, testDeps, used } from '../../../test/deps.ts';
import { runs } from '../../../test/effort.ts';
import { DAY, HOUR, MINUTE } from '../../domain/base/time.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { SpokenMessage } from '../../ports/base/transcripts.ts';
import { preview } from '../answer/doors/preview.ts';
import { sessionsOf } from '../sessions/sessions.ts';

const CWD = '/work/radio';

/** An engine whose transcripts and files a test writes. */
function world() {
  const base = testDeps();
  const said: { at: number; by: 'agent' | 'person'; text: string }[] = [];
  const marks = new Map<string, { size: number; at: number }>();
  const deps: TestDeps = {
    ...base,
    spoken: (_, path, since) => {
      const own = said.filter(({ text }) => text.startsWith(path.split('/').at(-1)!));
      return { said: own.slice(since) as unknown as SpokenMessage[], read: own.length };
    },
    fileMark: (path) => marks.get(path) ?? null,
  };
  return {
    deps,
    says: (name: string, text: string) => {
      deps.advance(MINUTE);
      said.push({ at: deps.now(), by: 'agent', text: `${name}: ${text}` });
    },
    writes: (path: string, size: number) => {
      deps.advance(MINUTE);
      marks.set(`${CWD}/${path}`, { size, at: deps.now() });
    },
  };
}

const edit = (path: string) =>
  used({ changes: [{ path: `${CWD}/${path}`, kind: 'edit', added: 'x', removed: 'y' }] });

function text(reply: Reply): string {
  return JSON.stringify(reply);
}

/** What bare `cortex` shows, and then what a start is told. */
async function shownAndTold(deps: TestDeps, name: string) {
  const shown = (await preview(deps, deps.locate(CWD))).start.text;
  const [card] = (await sessionsOf(deps, deps.locate(CWD).scope.key, 12)).sessions.map(
    ({ state, liveness }) => ({
      turns: state.turns,
      stopped: state.stopped,
      title: state.title,
      files: state.files_modified,
      liveness,
    }),
  );
  deps.from('another');
  const told = await conversation(deps, name)({ kind: 'session-start', source: 'startup' });
  const { sessions } = await sessionsOf(deps, deps.locate(CWD).scope.key, 12);
  const after = sessions.filter(({ state }) => state.host_session_id !== name)[0];
  return {
    shown,
    told,
    card,
    after: after && {
      turns: after.state.turns,
      stopped: after.state.stopped,
      title: after.state.title,
      files: after.state.files_modified,
      liveness: after.liveness,
    },
  };
}

it('a killed session stands the same before and after a start ends it: its last words, its files, its place', async () => {
  const { deps, says, writes } = world();
  const a = conversation(deps, 'a');
  await a({ kind: 'session-start', source: 'startup', transcript: '/t/a' });
  await a({ kind: 'prompt', text: 'Write the tuner of the receiver in tuner.ts.' });
  writes('tuner.ts', 10);
  await a(edit('tuner.ts'));
  await a({ kind: 'turn-end', reply: 'The tuner stands and the receiver locks within 12 ms.' });
  await a({ kind: 'prompt', text: 'Now add the offset of 12 kHz to the tuner.' });
  says('a', 'I keep the old table, because the crystal was changed in 2019.');
  writes('tuner.ts', 20);
  await a(edit('tuner.ts'));
  deps.dies('host');
  deps.advance(2 * HOUR);
  const seen = await shownAndTold(deps, 'b');
  expect(seen.shown).toContain('crystal was changed in 2019');
  // The session itself wrote it, in the turn in which it was killed.
  expect(seen.shown).not.toContain('since then');
  expect(text(seen.told)).toContain(JSON.stringify(seen.shown).slice(1, -1));
  expect(seen.card).toEqual(seen.after);
});

it('a killed session is the last although another ended between its last two turns', async () => {
  const { deps } = world();
  const a = conversation(deps, 'a');
  await a({ kind: 'prompt', text: 'Write the tuner of the receiver in tuner.ts.' });
  await a(edit('tuner.ts'));
  await a({ kind: 'turn-end', reply: 'The tuner stands and the receiver locks within 12 ms.' });
  deps.from('beside');
  const b = conversation(deps, 'b');
  await b({ kind: 'prompt', text: 'Draw the dial of the receiver in dial.ts.' });
  await b({
    kind: 'turn-end',
    reply: 'The dial is drawn with 40 marks, and it turns without a sound.',
  });
  await b({ kind: 'session-end', reason: 'exit' });
  deps.from('host');
  deps.advance(MINUTE);
  await a({ kind: 'prompt', text: 'Now add the offset of 12 kHz to the tuner.' });
  await a(edit('tuner.ts'));
  deps.dies('host');
  deps.advance(2 * HOUR);
  const { shown, told } = await shownAndTold(deps, 'c');
  expect(text(told)).toContain(JSON.stringify(shown).slice(1, -1));
  expect(shown!.slice(shown!.indexOf('LAST TIME'))).toContain('offset of 12 kHz');
  expect(shown!.slice(shown!.indexOf('LAST TIME'))).not.toContain('40 marks');
});

it('whatever happened before it was killed', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('prompt' as const), n: fc.nat(9) }),
    fc.record({ kind: fc.constant('edit' as const), n: fc.nat(3) }),
    fc.record({ kind: fc.constant('says' as const), n: fc.nat(9) }),
    fc.record({ kind: fc.constant('turn-end' as const), n: fc.nat(9) }),
  );
  const sessions = fc.array(fc.array(step, { maxLength: 8 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(sessions, fc.integer({ min: 0, max: 12 }), async (all, days) => {
      const { deps, says, writes } = world();
      for (const [i, steps] of all.entries()) {
        const name = `s${i}`;
        deps.from(`host ${i}`);
        const one = conversation(deps, name);
        // A session of an earlier host is dead when the next one begins, and not ended by a start.
        await one({
          kind: 'prompt',
          text: `Look at part ${i} of the receiver and mend what is broken.`,
        });
        const head = (await deps.store.sessionOfHost('claude-code', name))!;
        await deps.store.overhear(head.id, [], { path: `/t/${name}`, read: 0 }, deps.now());
        for (const { kind, n } of steps) {
          deps.advance(MINUTE);
          if (kind === 'prompt')
            await one({ kind, text: `Go on with step ${n} of part ${i}, please.` });
          else if (kind === 'says')
            says(name, `I found that coil ${n} of part ${i} has ${n} turns too many.`);
          else if (kind === 'turn-end')
            await one({ kind, reply: `Step ${n} of part ${i} is done, it took ${n} ms.` });
          else {
            writes(`part${n}.ts`, n + i);
            await one(edit(`part${n}.ts`));
          }
        }
      }
      for (const i of all.keys()) deps.dies(`host ${i}`);
      deps.advance(HOUR + days * DAY);
      const { shown, told } = await shownAndTold(deps, 'next');
      if (shown === null) expect(text(told)).not.toContain('SESSION CONTINUITY');
      else expect(text(told)).toContain(JSON.stringify(shown).slice(1, -1));
    }),
    { numRuns: runs(25, 300) },
  );
});
