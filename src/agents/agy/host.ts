import { has, readPlace, text, words } from '../../domain/base/text/json.ts';
import { millis } from '../../domain/base/time.ts';
import type { Host } from '../../ports/base/host.ts';
import type { SpokenMessage } from '../../ports/base/transcripts.ts';
import { type HostForm, makeParser } from '../base/form.ts';
import { hookLine, placeInScope, serverEntry, settingsEdit, TIMEOUT } from '../base/install.ts';
import { toolReaders } from '../base/tools.ts';
import { spokenInTail, type Utterance } from '../base/turns.ts';

const TOOLS = toolReaders({
  names: {
    shell: 'run_command',
    write: 'write_to_file',
    edit: 'replace_file_content multi_replace_file_content',
    read: 'view_file list_dir find_by_name grep_search codebase_search',
    question: 'ask_question',
    quiet: 'ask_permission read_url_content search_web',
  },
  // No hook is told what a tool printed.
  answer: (error) => ({ output: words(error) }),
});

/**
 * By its documents of 2026 and reports of 1.0.5 to 1.2.2. No field names the event: `toolCall` is there before and after a tool,
 * `invocationNum` before each call of the model, counted from 0 in each turn, `executionNum` when a turn is over. None holds the
 * person's words; those stand in the transcript.
 */
const FORM: HostForm = {
  name: (sent) => {
    if (words(readPlace(sent, 'toolCall.name')) !== null) return 'tool';
    if (has(sent, 'executionNum')) return 'stop';
    // The first call of the model in a turn is enough.
    return sent['invocationNum'] === 0 ? 'start' : null;
  },
  session: 'conversationId',
  cwd: 'workspacePaths.0',
  transcript: 'transcriptPath',
  tool: 'toolCall.name',
  input: 'toolCall.args',
  response: 'error',
  failed: (sent) => words(sent['error']) !== null,
  tools: TOOLS,
  events: {
    start: { is: 'session-start' },
    tool: { is: 'tool-use', ids: ['stepIdx'] },
    stop: {
      is: 'turn-end',
      ids: ['executionNum'],
      // Something still runs in the background.
      unless: (sent) => sent['fullyIdle'] === false,
      more: (sent) =>
        /error/i.test(text(sent['terminationReason']) ?? '') ? { failed: true } : {},
    },
  },
};

export const agy: Host = {
  name: 'agy',
  title: 'Antigravity CLI',
  notRun: 'it wants a login at Google first',
  injection: { at: ['session-start'], keeps: true },
  tools: TOOLS.roles,
  marks: { proves: (sent) => has(sent, 'conversationId', 'transcriptPath') },
  parse: makeParser(FORM),
  // A message of the system would be gone with the next call of the model; one of the user stays.
  render: ({ kind }, { context }) =>
    context && kind === 'session-start'
      ? JSON.stringify({ injectSteps: [{ userMessage: context }] })
      : '',
  reopens: 'Start agy in the folder and take the conversation up with /resume.',
  install: {
    signs: { folders: ['.gemini/antigravity-cli'], commands: ['agy'] },
    edits: (runtime, scope) => {
      const place = (file: string) =>
        placeInScope(scope, { path: `.gemini/config/${file}` }, `.agents/${file}`);
      const handlerAt = (event: string) => ({
        type: 'command',
        command: hookLine(runtime, 'agy', event),
        // In whole seconds: agy drops a file with another number.
        timeout: TIMEOUT,
      });
      return [
        // None before a tool: an answer that is missing there refuses the call.
        settingsEdit(place('hooks.json'), [
          { at: ['cortex', 'PreInvocation'], append: handlerAt('PreInvocation') },
          {
            at: ['cortex', 'PostToolUse'],
            append: { matcher: '*', hooks: [handlerAt('PostToolUse')] },
          },
          { at: ['cortex', 'Stop'], append: handlerAt('Stop') },
        ]),
        settingsEdit(place('mcp_config.json'), [serverEntry(runtime)]),
      ];
    },
    afterwards: [],
    goodToKnow: [
      'A hooks.json with a comment or a comma too many is dropped by the Antigravity CLI as a whole, without a word.',
    ],
  },
};

/** Messages in the end of a transcript. No hook is told the person's words, so these count. */
export function spokenInAgy(tail: string): readonly SpokenMessage[] {
  return spokenInTail(tail, utterances);
}

/** The request within a user's message: some versions put what else they know behind it. */
const REQUEST = /<USER_REQUEST>\s*([\s\S]*?)\s*<\/USER_REQUEST>/;

function* utterances(line: object): Generator<Utterance> {
  const where = { at: millis(text(readPlace(line, 'created_at'))), session: '', cwd: null };
  const said = text(readPlace(line, 'content')) ?? '';
  const asked =
    readPlace(line, 'type') === 'USER_INPUT' ? words(REQUEST.exec(said)?.[1] ?? said) : null;
  if (asked !== null) yield { ...where, says: 'person', text: asked, isUnsent: true };
  const answered = readPlace(line, 'type') === 'PLANNER_RESPONSE' ? words(said) : null;
  if (answered !== null) yield { ...where, says: 'agent', text: answered };
}
