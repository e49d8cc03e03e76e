import {
  idText,
  isObject,
  parseJson,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import type { ForeignDatabase, ForeignRow } from '../../ports/base/foreign.ts';
import type { TranscriptDamage, Transcripts } from '../../ports/base/transcripts.ts';
import { OPENCODE_TOOLS } from '../base/opencode.ts';
import { turnEvents, type Utterance } from '../base/turns.ts';

/**
 * `~/.local/share/opencode/opencode.db`, as seen of 1.18.33, and `kilo/kilo.db`, of 7.7.7: sessions, messages and their parts. A
 * message says who speaks, its parts what: text, tools, a compaction. A session with a parent is a subagent's.
 */
export const opencodeTranscripts: Transcripts = {
  host: 'opencode',
  folders: [{ env: 'XDG_DATA_HOME', instead: '.local/share', below: 'opencode' }],
  name: /^opencode\.db$/,
  holdsAll: true,
  *read(file) {
    const database = file.database();
    try {
      // A turn ends with its session, whoever speaks in the next one.
      for (const session of database.rows('session'))
        yield* turnEvents(utterances(database, session));
    } finally {
      database.close();
    }
  },
};

export const kiloTranscripts: Transcripts = {
  ...opencodeTranscripts,
  host: 'kilo',
  folders: [{ env: 'XDG_DATA_HOME', instead: '.local/share', below: 'kilo' }],
  name: /^kilo\.db$/,
};

function* utterances(
  database: ForeignDatabase,
  row: ForeignRow,
): Generator<Utterance | TranscriptDamage> {
  const own = idText(row['id']);
  if (own === null) return;
  const parent = idText(row['parent_id']);
  const subagent = parent === null ? {} : { subagent: own };
  for (const line of database.rows('message', { column: 'session_id', is: own })) {
    const message = parseJson(text(line['data']) ?? '');
    const id = idText(line['id']);
    if (!isObject(message) || id === null) {
      yield { where: `message ${id ?? '?'}`, why: 'it is no JSON object' };
      continue;
    }
    const time = typeof line['time_created'] === 'number' ? line['time_created'] : null;
    const where = {
      at: time,
      session: parent ?? own,
      cwd: pathText(row['directory']),
      ...subagent,
    };
    for (const entry of database.rows('part', { column: 'message_id', is: id }))
      yield* saidIn(parseJson(text(entry['data']) ?? ''), message, where);
  }
}

function* saidIn(
  part: unknown,
  message: object,
  where: { at: number | null; session: string; cwd: string | null; subagent?: string },
): Generator<Utterance> {
  const [type, role] = [readPlace(part, 'type'), readPlace(message, 'role')];
  // Put there by a plugin or by opencode itself.
  const said =
    type === 'text' && readPlace(part, 'synthetic') !== true
      ? words(readPlace(part, 'text'))
      : null;
  if (type === 'compaction') yield { ...where, says: 'compacted' };
  // A subagent is spoken to by its parent, not by a person.
  if (said && role === 'user' && where.subagent === undefined)
    yield { ...where, says: 'person', text: said };
  if (said && role === 'assistant' && readPlace(message, 'summary') !== true)
    yield { ...where, says: 'agent', text: said };
  const tool = type === 'tool' ? words(readPlace(part, 'tool')) : null;
  const status = readPlace(part, 'state.status');
  if (tool === null || (status !== 'completed' && status !== 'error')) return;
  const failed = status === 'error';
  const response = readPlace(part, failed ? 'state.error' : 'state');
  yield {
    ...where,
    says: 'tool',
    use: OPENCODE_TOOLS.read(tool, readPlace(part, 'state.input'), response, failed),
  };
}
