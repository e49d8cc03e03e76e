import {
  idText,
  list,
  parseJson,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import type {
  TranscriptDamage,
  TranscriptFile,
  Transcripts,
} from '../../ports/base/transcripts.ts';
import { CLAUDE_TOOLS } from '../base/claude.ts';
import { messageText } from '../base/tools.ts';
import { fromLines, spokenInTail, trackCalls, turnEvents, type Utterance } from '../base/turns.ts';
import { cleanSummary } from '../base/words.ts';
import { claudeHistory } from './history.ts';

export const claudeTranscripts: Transcripts = {
  host: 'claude-code',
  folders: ['projects', 'history.jsonl'].map((below) => ({
    env: 'CLAUDE_CONFIG_DIR',
    instead: '.claude',
    below,
  })),
  outliving: claudeHistory,
  deletes: {
    settings: { env: 'CLAUDE_CONFIG_DIR', instead: '.claude', below: 'settings.json' },
    setting: 'cleanupPeriodDays',
    daysIn: (settings) => {
      const days = readPlace(settings, 'cleanupPeriodDays');
      return typeof days === 'number' && days >= 1 ? days : 30;
    },
  },
  // Transcripts of subagents lie below a folder beside them, and are read with them.
  name: /^[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$/i,
  read: (file, others) =>
    turnEvents(
      withSubagents(
        fromLines(file, reader(repeatedIn(file, others ?? []))),
        file.beside(OF_SUBAGENTS),
      ),
    ),
  spoken: (tail) => spokenInTail(tail, reader()),
};

const OF_SUBAGENTS = /^subagents\/agent-[^/]+\.jsonl$/i;

type TranscriptEntry = Utterance | TranscriptDamage;

/** The work of subagents, each at its time, with their reports at the end. */
function* withSubagents(
  conversation: Iterable<TranscriptEntry>,
  files: readonly TranscriptFile[],
): Generator<TranscriptEntry> {
  // An entry that cannot be read, or has no time, is due at once.
  const timeOf = (one: TranscriptEntry) => ('at' in one ? (one.at ?? 0) : 0);
  const waiting = files
    .flatMap((file) => [...reported(fromLines(file, reader()))])
    .sort((a, b) => timeOf(a) - timeOf(b));
  let next = 0;
  for (const one of conversation) {
    for (; next < waiting.length && timeOf(waiting[next]!) <= timeOf(one); next++)
      yield waiting[next]!;
    yield one;
  }
  yield* waiting.slice(next);
}

/** A subagent's last words come last. */
function* reported(entries: Iterable<TranscriptEntry>): Generator<TranscriptEntry> {
  let last: TranscriptEntry | null = null;
  for (const one of entries) {
    if ('says' in one && one.says === 'agent') last = one;
    yield one;
  }
  if (last && 'subagent' in last && last.subagent !== undefined)
    yield { ...last, says: 'reported', subagent: last.subagent } as Utterance;
}

/**
 * Ids of the lines that a file repeats from those that it branched off: they have one first message. Which is the first does not
 * depend on the files that are read in this run, so that what was taken over once stays where it is.
 */
function repeatedIn(file: TranscriptFile, others: readonly TranscriptFile[]): ReadonlySet<string> {
  const own = beginningOf(file);
  const earlier = others.filter((other) => {
    const its = other === file || own === null ? null : beginningOf(other);
    if (its === null || its.id !== own!.id) return false;
    return its.at < own!.at || (its.at === own!.at && other.path < file.path);
  });
  return new Set(
    earlier.flatMap((one) =>
      [...linesOf(one)].flatMap((line) => idText(readPlace(line, 'uuid')) ?? []),
    ),
  );
}

interface Beginning {
  readonly id: string;
  readonly at: Millis;
}

const beginnings = new WeakMap<TranscriptFile, Beginning | null>();
/** The lines of a file within which its first message stands. */
const FIRST_LINES = 400;

function beginningOf(file: TranscriptFile): Beginning | null {
  const known = beginnings.get(file);
  if (known !== undefined) return known;
  let [id, began, number]: [string | null, Millis | null, number] = [null, null, 0];
  for (const line of linesOf(file)) {
    id = idText(readPlace(line, 'uuid'));
    began ??= millis(text(readPlace(line, 'timestamp')));
    if ((id !== null && began !== null) || ++number > FIRST_LINES) break;
  }
  const found = id === null || began === null ? null : { id, at: began };
  beginnings.set(file, found);
  return found;
}

function* linesOf(file: TranscriptFile): Generator<unknown> {
  for (const line of file.lines()) if (line.text !== null) yield parseJson(line.text);
}

/**
 * Reads one conversation, line by line, but for lines that another one said first. The format is internal and changes; a tool's
 * `toolUseResult` is its response as hooks get it.
 */
function reader(repeated: ReadonlySet<string> = new Set()) {
  const calls = trackCalls(CLAUDE_TOOLS);
  return function* (line: object): Generator<Utterance> {
    const of = (field: string) => readPlace(line, field);
    const session = idText(of('sessionId'));
    if (session === null || repeated.has(idText(of('uuid')) ?? '')) return;
    const [cwd, branch] = [pathText(of('cwd')), words(of('gitBranch'))];
    const where = { at: millis(text(of('timestamp'))), session, cwd, branch };
    const subagent =
      of('isSidechain') === true ? { subagent: idText(of('agentId')) ?? 'subagent' } : {};
    if (of('type') === 'system' && of('subtype') === 'compact_boundary')
      yield { ...where, says: 'compacted' };
    const parts = list(of('message.content'));
    // The program's own words about a request that failed are nobody's.
    if (of('type') === 'assistant' && of('isApiErrorMessage') !== true) {
      for (const part of parts) {
        const said = readPlace(part, 'type') === 'text' ? words(readPlace(part, 'text')) : null;
        if (said !== null) yield { ...where, ...subagent, says: 'agent', text: said };
        if (readPlace(part, 'type') === 'tool_use')
          calls.begin(readPlace(part, 'id'), readPlace(part, 'name'), readPlace(part, 'input'));
      }
    }
    if (of('type') !== 'user') return;
    for (const part of parts) {
      if (readPlace(part, 'type') !== 'tool_result') continue;
      const failed = readPlace(part, 'is_error') === true;
      const response = failed
        ? readPlace(part, 'content')
        : (of('toolUseResult') ?? readPlace(part, 'content'));
      const use = calls.end(readPlace(part, 'tool_use_id'), response, failed);
      if (use) yield { ...where, ...subagent, says: 'tool', use };
    }
    const texts = parts.filter((part) => readPlace(part, 'type') === 'text');
    const said = text(of('message.content')) ?? messageText(texts) ?? '';
    if (of('isCompactSummary') === true) {
      const summary = cleanSummary(withoutFrame(said));
      if (summary !== null) yield { ...where, says: 'summary', text: summary };
    } else if (said !== '' && isPersons(line)) yield { ...where, says: 'person', text: said };
  };
}

/** The program writes user lines too: caveats, output of commands, notifications, and prompts since 2.1.325. */
function isPersons(line: object): boolean {
  const isOthers = readPlace(line, 'isSidechain') === true || readPlace(line, 'isMeta') === true;
  if (isOthers || readPlace(line, 'promptSource') === 'system') return false;
  const origin = words(readPlace(line, 'origin.kind'));
  return origin === null || origin === 'human' || origin === 'user';
}

/** A summary is handed to the model between a sentence on what it is and one on how to go on. */
function withoutFrame(summary: string): string {
  const [, framed = summary] =
    /^This session is being continued[^\n]*\n+(?:Summary:)?([\s\S]*)$/.exec(summary) ?? [];
  return framed.replace(
    /\n{1,3}(?:If you need specific details|Please continue the conversation|Continue the conversation)[\s\S]*$/,
    '',
  );
}
