import { shortId } from '../../../domain/ids.ts';
import type { RestoreRecord } from '../../../store.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { type Explained, printExplanation, type RuleWords, ruleWords } from '../explanation.ts';
import type { Output } from '../output.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { namedOrLatest } from '../sessions.ts';
import { count, when } from '../times.ts';

export const explain = command({
  name: 'explain',
  summary: 'Say why a session was told what it was told.',
  about:
    'Every restore of a session, from what was stored when it happened: each earlier session with the three parts of its ' +
    'score, why it was taken or left, where it stopped as seen from what was checked out, each pin, task and rule with why it was taken, refused or only counted, and each ' +
    'memory with its confidence then and now. Without an id: the latest session here.',
  args: [{ name: 'id', help: 'The id of a session, or its beginning.', optional: true, choices: 'sessions' }],
  flags: { preamble: { help: 'Also show the text that the agent was given.' }, ...SCOPE_FLAGS, ...JSON_FLAG },
  examples: [
    { line: 'cortex explain', says: 'the latest session here' },
    { line: 'cortex explain a1b2c3d4 --preamble', says: 'with the text itself' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const { out } = cli;
      const state = await namedOrLatest(
        deps,
        args[0],
        async () => (await chooseScope(deps, cli.cwd(), flags)).scope,
      );
      const restores = await deps.store.restoresOf(state.session_id);
      if (flags.json) {
        out.json(restores.map(asJson));
        return 0;
      }
      out.block(
        `${out.style.bold(`Session ${shortId(state.session_id)}`)} in ${inWords(state.scope)}, started ${when(state.start_time)}`,
      );
      if (restores.length === 0) out.block('Nothing was restored into it, and nothing was tried.');
      const rules = await ruleWords(deps, restores.map(storedIn));
      for (const record of restores) {
        out.line();
        print(out, record, rules);
        if (flags.preamble && record.preamble) {
          out.line();
          out.block(record.preamble, '  ');
        }
      }
      return 0;
    }),
});

function asJson({ sessionId, epoch, phase, at, preamble, explanation }: RestoreRecord) {
  return { session_id: sessionId, epoch, phase, at: new Date(at).toISOString(), preamble, explanation };
}

type Stored = Explained & { readonly resumption?: string };

function print(out: Output, record: RestoreRecord, rules: RuleWords): void {
  const { bold, dim } = out.style;
  const stored = storedIn(record);
  const took = !stored.took_ms || stored.resumption ? '' : dim(` (took ${stored.took_ms.toFixed(1)} ms)`);
  const told = record.preamble ? `told ${count(record.preamble.length, 'character')}` : 'told nothing';
  out.block(`${bold(occasion(record.phase))}, ${when(record.at)}: ${told}${took}`);
  if (stored.resumption) {
    out.block(stored.resumption, '  ');
    return;
  }
  printExplanation(out, stored, rules);
}

function storedIn({ explanation }: RestoreRecord): Stored {
  return (explanation ?? {}) as Stored;
}

function occasion(phase: RestoreRecord['phase']): string {
  switch (phase) {
    case 'start':
      return 'At its start';
    case 'prompt':
      return 'With the first prompt';
    case 'compact':
      return 'After the context began anew';
    case 'resume':
      return 'When it was resumed';
    default:
      return `Continued from ${shortId(phase.slice('continue:'.length))}`;
  }
}
