import { asRecord, idText, parseJson, pathText, text, words } from '../../domain/text/json.ts';
import type { Damage, ForeignDatabase, ForeignRow, Transcripts } from '../../transcripts.ts';
import { readOpencodeTool } from './opencode-tools.ts';
import { turns, type Utterance } from './turns.ts';

/**
 * `~/.local/share/opencode/opencode.db`, as seen of 1.18.33, and `kilo/kilo.db`, of 7.7.7: sessions, messages and their parts. A message says who speaks, its
 * parts what: text, tools, a compaction. A session with a parent is a subagent's.
 */
interface Message {
  role: string;
  /** A compaction's summary of the conversation. */
  summary: unknown;
}

interface Part {
  type: string;
  text: string;
  /** Put there by a plugin or by opencode itself. */
  synthetic: boolean;
  tool: string;
  state: { status: string; input: unknown; error: string };
}

export function opencodeTranscriptsOf(host: string, name: RegExp): Transcripts {
  return {
    host,
    folders: [{ env: 'XDG_DATA_HOME', instead: '.local/share', below: host }],
    name,
    holdsAll: true,
    *read(file) {
      const database = file.database();
      try {
        // A turn ends with its session, whoever speaks in the next one.
        for (const session of database.rows('session')) yield* turns(utterances(database, session));
      } finally {
        database.close();
      }
    },
  };
}

function* utterances(database: ForeignDatabase, row: ForeignRow): Generator<Utterance | Damage> {
  const own = idText(row['id']);
  if (own === null) return;
  const parent = idText(row['parent_id']);
  const session = parent ?? own;
  const subagent = parent === null ? {} : { subagent: own };
  for (const line of database.rows('message', { column: 'session_id', is: own })) {
    const message = asRecord<Message>(parseJson(text(line['data']) ?? ''));
    const id = idText(line['id']);
    if (!message || id === null) {
      yield { where: `message ${id ?? '?'}`, why: 'it is no JSON object' };
      continue;
    }
    const at = typeof line['time_created'] === 'number' ? line['time_created'] : null;
    const where = { at, session, cwd: pathText(row['directory']) };
    for (const entry of database.rows('part', { column: 'message_id', is: id })) {
      const part = asRecord<Part>(parseJson(text(entry['data']) ?? ''));
      if (part) yield* saidIn(part, message, { ...where, ...subagent });
    }
  }
}

function* saidIn(
  part: { readonly [Field in keyof Part]?: unknown },
  message: { readonly [Field in keyof Message]?: unknown },
  where: { at: number | null; session: string; cwd: string | null; subagent?: string },
): Generator<Utterance> {
  const said = part.type === 'text' && part.synthetic !== true ? words(part.text) : null;
  if (part.type === 'compaction') yield { ...where, says: 'compacted' };
  // A subagent is spoken to by its parent, not by a person.
  if (said && message.role === 'user' && where.subagent === undefined)
    yield { ...where, says: 'person', text: said };
  if (said && message.role === 'assistant' && message.summary !== true)
    yield { ...where, says: 'agent', text: said };
  const tool = part.type === 'tool' ? words(part.tool) : null;
  const state = asRecord<Part['state']>(part.state);
  if (tool === null || !state || (state.status !== 'completed' && state.status !== 'error')) return;
  const failed = state.status === 'error';
  const use = readOpencodeTool(tool, state.input, failed ? text(state.error) : state, failed);
  yield { ...where, says: 'tool', use };
}
