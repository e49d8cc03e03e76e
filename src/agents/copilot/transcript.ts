import { idText, pathText, readPlace, text, words } from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type { Transcripts } from '../../ports/base/transcripts.ts';
import { COPILOT_HOME } from '../base/copilot.ts';
import {
  endedWith,
  fromLines,
  spokenInTail,
  trackCalls,
  turnEvents,
  type Utterance,
} from '../base/turns.ts';
import { COPILOT_TOOLS } from './host.ts';

export const copilotTranscripts: Transcripts = {
  host: 'copilot',
  folders: [
    { env: COPILOT_HOME.env, instead: COPILOT_HOME.otherwiseInHome, below: 'session-state' },
  ],
  name: /^[^/]+\/events\.jsonl$/,
  read: (file) => turnEvents(fromLines(file, reader())),
  spoken: (tail) => spokenInTail(tail, reader('tail')),
};

/** Reads one conversation, line by line, as seen of 1.0.102; only the first line of a file names the session. */
function reader(session: string | null = null) {
  const calls = trackCalls(COPILOT_TOOLS);
  let cwd: string | null = null;
  let branch: string | null = null;
  return function* (line: object): Generator<Utterance> {
    const type = readPlace(line, 'type');
    const of = (field: string) => readPlace(line, `data.${field}`);
    if (type === 'session.start' || type === 'session.resume') {
      session = idText(of('sessionId')) ?? session;
      cwd = pathText(of('context.cwd')) ?? cwd;
      branch = words(of('context.branch')) ?? branch;
    }
    if (session === null) return;
    const where = { at: millis(text(readPlace(line, 'timestamp'))), session, cwd, branch };
    const subagent = words(of('parentToolCallId')) ? { subagent: 'subagent' } : {};
    const said = words(of('content'));
    // A skill or the program may speak in the person's place, and a parent to its subagent.
    const isPersons =
      (words(of('source')) ?? 'user') === 'user' && words(of('parentAgentTaskId')) === null;
    if (type === 'session.compaction_complete') yield { ...where, says: 'compacted' };
    if (type === 'user.message' && said && isPersons)
      yield { ...where, says: 'person', text: said };
    if (type === 'assistant.message' && said)
      yield { ...where, ...subagent, says: 'agent', text: said };
    if (type === 'tool.execution_start')
      calls.begin(of('toolCallId'), of('toolName'), of('arguments'));
    if (type !== 'tool.execution_complete') return;
    const printed = text(of('result.content')) ?? '';
    const failed = of('success') === false;
    const response = failed
      ? (text(of('error.message')) ?? printed)
      : { text_result_for_llm: printed.replace(/\n?<shellId: [^>]{1,80}>\s*$/, '') };
    const use = calls.end(of('toolCallId'), response, failed);
    if (use)
      yield {
        ...where,
        ...subagent,
        says: 'tool',
        use: endedWith(use, of('shellExecution.exitCode')),
      };
  };
}
