import { asRecord, idText, list, pathText, text, type Untrusted, words } from '../../domain/text/json.ts';
import { millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { openCalls } from '../shape/calls.ts';
import { textIn } from '../shape/plugin-shape.ts';
import { fromLines, turns, type Utterance } from '../shape/turns.ts';
import { readPiTool } from './tools.ts';

/** A line of `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`, version 3, as seen of 0.87.1. What was branched off is there too. */
interface Line {
  /** session, message, compaction, custom_message and others. */
  type: string;
  id: string;
  timestamp: string;
  cwd: string;
  message: unknown;
}

interface Message {
  /** system, user, assistant, toolResult. */
  role: string;
  content: unknown;
  toolCallId: string;
  toolName: string;
  isError: boolean;
}

interface Part {
  type: string;
  id: string;
  name: string;
  arguments: unknown;
}

export const piTranscripts: Transcripts = {
  host: 'pi',
  folders: [{ env: 'PI_CODING_AGENT_DIR', instead: '.pi/agent', below: 'sessions' }],
  name: /^[^/]+\/[^/]+_[^/]+\.jsonl$/,
  read: (file) => turns(fromLines<Line>(file, reader())),
};

/** Reads one conversation, line by line. */
function reader() {
  const calls = openCalls<unknown>();
  let session: string | null = null;
  let cwd: string | null = null;
  return function* (line: Untrusted<Line>): Generator<Utterance> {
    if (line.type === 'session') {
      session = idText(line.id) ?? session;
      cwd = pathText(line.cwd) ?? cwd;
    }
    if (session === null) return;
    const where = { at: millis(text(line.timestamp)), session, cwd };
    if (line.type === 'compaction') yield { ...where, says: 'compacted' };
    const message = line.type === 'message' ? asRecord<Message>(line.message) : null;
    const said = words(text(message?.content) ?? textIn(list(message?.content)));
    if (said && message?.role === 'user') yield { ...where, says: 'person', text: said };
    if (message?.role === 'assistant') {
      if (said) yield { ...where, says: 'agent', text: said };
      for (const entry of list(message.content)) {
        const part = asRecord<Part>(entry);
        if (part?.type === 'toolCall') calls.begin(idText(part.id), part.arguments);
      }
    }
    const tool = message?.role === 'toolResult' ? words(message.toolName) : null;
    if (!message || tool === null) return;
    const input = calls.take(idText(message.toolCallId));
    yield { ...where, says: 'tool', use: readPiTool(tool, input, message.content, message.isError === true) };
  };
}
