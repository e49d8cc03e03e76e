import { shortId } from '../../../domain/ids.ts';
import type {
  ExplainedCandidate,
  ExplainedMemory,
  ExplainedPin,
  ExplainedPointer,
  Explanation,
} from '../../../engine/restore/explain.ts';
import type { RestoreRecord } from '../../../store.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import type { Output } from '../output.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { namedOrLatest } from '../sessions.ts';
import { printTable } from '../table.ts';
import { count, when } from '../times.ts';

export const explain = command({
  name: 'explain',
  summary: 'Say why a session was told what it was told.',
  about:
    'Every restore of a session, from what was stored when it happened: each earlier session with the three parts of its ' +
    'score, why it was taken or left, each pin with why it was taken or refused, and each memory with its confidence then ' +
    'and now. Without an id: the latest session here.',
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
      for (const record of restores) {
        out.line();
        print(out, record);
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

/** What was stored may be of an older Cortex: every part may be missing. */
type Stored = Partial<Explanation> & { readonly resumption?: string };

function print(out: Output, record: RestoreRecord): void {
  const { bold, dim } = out.style;
  const stored = (record.explanation ?? {}) as Stored;
  const took = !stored.took_ms || stored.resumption ? '' : dim(` (took ${stored.took_ms.toFixed(1)} ms)`);
  const told = record.preamble ? `told ${count(record.preamble.length, 'character')}` : 'told nothing';
  out.block(`${bold(occasion(record.phase))}, ${when(record.at)}: ${told}${took}`);
  if (stored.resumption) {
    out.block(stored.resumption, '  ');
    return;
  }
  if (stored.keywords?.length) out.block(`${dim('keywords')} ${stored.keywords.join(', ')}`, '  ');
  printCandidates(out, stored);
  printPins(out, stored.pins ?? []);
  printMemories(out, stored.memories ?? []);
  printPointers(out, stored.pointers ?? []);
}

function occasion(phase: RestoreRecord['phase']): string {
  switch (phase) {
    case 'start':
      return 'At its start';
    case 'prompt':
      return 'With the first prompt';
    case 'compact':
      return 'After the context began anew';
    default:
      return `Continued from ${shortId(phase.slice('continue:'.length))}`;
  }
}

function printCandidates(
  out: Output,
  { phase, candidates = [], more_candidates: more = 0, threshold = 0 }: Stored,
): void {
  if (phase?.startsWith('continue:')) return;
  if (candidates.length === 0) {
    out.block('No earlier session of this project holds anything within the lookback.', '  ');
    return;
  }
  out.line();
  out.block(
    out.style.dim(
      `score = 0.40 recency + 0.35 overlap + 0.25 tasks; taken from ${threshold}, the best first`,
    ),
    '  ',
  );
  if (out.width < ROOM_FOR_COLUMNS) {
    for (const candidate of candidates) printBelow(out, candidate);
  } else printCandidateTable(out, candidates);
  if (more > 0) out.line(`  … and ${more} more`);
}

/** Eight columns of figures; cut short they would say nothing. */
const ROOM_FOR_COLUMNS = 64;

function printBelow(out: Output, candidate: ExplainedCandidate): void {
  const { relevance, recency, overlap, tasks, verdict, title } = candidate;
  const parts = `recency ${recency.toFixed(3)}, overlap ${overlap.toFixed(3)}, tasks ${tasks.toFixed(3)}`;
  const text = `${relevance.toFixed(3)} ${verdict} (${parts}), ${ageOf(candidate)} ago${title ? `: ${title}` : ''}`;
  out.item(`  ${out.style.cyan(shortId(candidate.session_id))}  `, text);
}

function printCandidateTable(out: Output, candidates: readonly ExplainedCandidate[]): void {
  printTable(
    out,
    [
      { title: 'score', align: 'right' },
      { title: 'recency', align: 'right' },
      { title: 'overlap', align: 'right' },
      { title: 'tasks', align: 'right' },
      { title: 'age', align: 'right', spare: 2 },
      { title: 'session' },
      { title: 'verdict', least: 10 },
      { title: 'title', least: 12, spare: 1 },
    ],
    candidates.map((candidate) => candidateCells(out, candidate)),
    '  ',
  );
}

function ageOf({ hours }: { readonly hours: number }): string {
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} d`;
}

function candidateCells(out: Output, candidate: ExplainedCandidate) {
  const { green, dim, cyan } = out.style;
  const paint = candidate.verdict.startsWith('taken') ? green : dim;
  return [
    { text: candidate.relevance.toFixed(3), paint },
    { text: candidate.recency.toFixed(3) },
    { text: candidate.overlap.toFixed(3) },
    { text: candidate.tasks.toFixed(3) },
    { text: ageOf(candidate) },
    { text: shortId(candidate.session_id), paint: cyan },
    { text: candidate.verdict, paint },
    { text: candidate.title ?? '' },
  ];
}

function printPins(out: Output, pins: readonly ExplainedPin[]): void {
  if (pins.length === 0) return;
  out.line();
  const { green, yellow, red, cyan } = out.style;
  printTable(
    out,
    [{ title: 'pin', least: 16 }, { title: '' }, { title: 'from' }, { title: 'verdict', least: 10 }],
    pins.map((pin) => [
      { text: pin.label },
      { text: pin.critical ? 'CRITICAL' : '', paint: red },
      { text: shortId(pin.from), paint: cyan },
      pin.verdict === 'taken'
        ? { text: 'taken', paint: green }
        : { text: `refused: ${pin.verdict}`, paint: yellow },
    ]),
    '  ',
  );
}

/** Too old to speak, but named because the prompt fits them. */
function printPointers(out: Output, pointers: readonly ExplainedPointer[]): void {
  if (pointers.length === 0) return;
  out.line();
  const { cyan } = out.style;
  printTable(
    out,
    [{ title: 'older session' }, { title: 'age', align: 'right' }, { title: 'text match', align: 'right' }],
    pointers.map((pointer) => [
      { text: shortId(pointer.session_id), paint: cyan },
      { text: ageOf(pointer) },
      { text: pointer.text_match.toFixed(2) },
    ]),
    '  ',
  );
}

function printMemories(out: Output, memories: readonly ExplainedMemory[]): void {
  if (memories.length === 0) return;
  out.line();
  const { green, yellow, cyan } = out.style;
  printTable(
    out,
    [
      { title: 'memory' },
      { title: 'at end', align: 'right', spare: 2 },
      { title: 'age', align: 'right', spare: 3 },
      { title: 'now', align: 'right' },
      { title: 'from', spare: 1 },
      { title: 'verdict', least: 10 },
    ],
    memories.map((memory) => [
      { text: memory.memory_id, paint: cyan },
      { text: memory.confidence_at_end.toFixed(2) },
      { text: ageOf(memory) },
      { text: memory.confidence.toFixed(2) },
      { text: shortId(memory.from), paint: cyan },
      memory.verdict === 'taken'
        ? { text: 'taken', paint: green }
        : { text: `left out: ${memory.verdict}`, paint: yellow },
    ]),
    '  ',
  );
}
