import type { HostEvent } from '../../domain/event.ts';
import { asRecord, head, text, type Untrusted, words } from '../../domain/text/json.ts';
import { type Host, Malformed, type Reply } from '../../host.ts';
import { common, key, startSource } from '../shape/claude-shape.ts';
import { geminiAnswer } from '../shape/gemini-answer.ts';
import { geminiSettings, type HookEvents } from '../shape/install.ts';
import { namesSession } from '../shape/marks.ts';
import { contentOf, momentOf } from '../shape/moment.ts';
import { personsWords } from '../shape/persons-words.ts';
import { type Tools, toolReader } from '../shape/tool-roles.ts';
import type { GeminiPayload } from './wire.ts';

const TOOLS: Tools = {
  roles: {
    run_shell_command: 'shell',
    write_file: 'write',
    replace: 'edit',
    edit: 'edit',
    read_file: 'read',
    read_many_files: 'read',
    list_directory: 'read',
    glob: 'read',
    grep_search: 'read',
    search_file_content: 'read',
    write_todos: 'todos',
    web_fetch: 'quiet',
    google_web_search: 'quiet',
    save_memory: 'quiet',
    ask_user: 'question',
    enter_plan_mode: 'quiet',
    exit_plan_mode: 'quiet',
    activate_skill: 'quiet',
    get_internal_docs: 'quiet',
  },
  answer: geminiAnswer,
  tellsFailure: true,
};

const read = toolReader(TOOLS);

export const gemini: Host = {
  name: 'gemini',
  title: 'Gemini CLI',
  // Text given at a start makes Gemini lose the first prompt on resume (0.61.0), so it waits for the prompt.
  hearing: { at: ['prompt', 'tool-use'], keeps: true },
  loads: { project: ['GEMINI.md'], user: { base: 'home', paths: ['.gemini/GEMINI.md'] }, imports: true },
  tools: TOOLS.roles,
  marks: {
    proves: (sent) =>
      /^(?:Before|After)(?:Agent|Tool|Model)$|^PreCompress$/.test(text(sent['hook_event_name']) ?? ''),
    transcript: /[\\/]\.gemini[\\/]tmp[\\/]/,
    suggests: (env, sent) => namesSession(env['GEMINI_SESSION_ID'], sent),
  },
  parse,
  render,
  client: { project: 'GEMINI_PROJECT_DIR', session: 'GEMINI_SESSION_ID' },
  begins: (words) => ['gemini', '--prompt-interactive', words],
  reopens: (id) => ['gemini', '--resume', id],
  install: {
    signs: { folders: ['.gemini'], commands: ['gemini'] },
    edits: (runtime, scope) => [geminiSettings(runtime, scope, { host: 'gemini', events: EVENTS })],
    afterwards: [],
    goodToKnow: ['Gemini CLI runs the hooks of a project only in a folder that you trust.'],
  },
};

const EVENTS: HookEvents = {
  SessionStart: null,
  BeforeAgent: null,
  AfterTool: '.*',
  AfterAgent: null,
  SessionEnd: null,
};

function parse(payload: unknown): HostEvent | null {
  const sent = asRecord<GeminiPayload>(payload);
  if (sent === null) throw new Malformed('A hook payload has to be a JSON object.');
  const name = text(sent.hook_event_name);
  switch (name) {
    case 'SessionStart':
      return { kind: 'session-start', ...base(sent, name), key: null, source: startSource(sent.source) };
    case 'BeforeAgent': {
      const prompt = text(sent.prompt);
      if (prompt === null) throw new Malformed('BeforeAgent came without a prompt.');
      const event = { kind: 'prompt', ...base(sent, name), key: keyOf(sent, name, prompt) } as const;
      const said = personsWords(prompt);
      return said === null ? null : { ...event, text: said };
    }
    case 'AfterTool': {
      const tool = words(sent.tool_name);
      if (tool === null) throw new Malformed('AfterTool came without a tool_name.');
      const use = read(tool, sent.tool_input, sent.tool_response, false);
      return { kind: 'tool-use', ...base(sent, name), key: keyOf(sent, name, tool, sent.tool_input), use };
    }
    case 'AfterAgent': {
      const reply = words(sent.prompt_response);
      return { kind: 'turn-end', ...base(sent, name), key: keyOf(sent, name, reply), reply };
    }
    case 'SessionEnd': {
      const reason = words(sent.reason);
      return { kind: 'session-end', ...base(sent, name), key: null, reason: reason && head(reason, 200) };
    }
    default:
      return null;
  }
}

/** Gemini has no subagents that hooks are told of. */
function base(sent: Untrusted<GeminiPayload>, name: string) {
  return { ...common({ session_id: sent.session_id, cwd: sent.cwd }, name), subagent: null };
}

function keyOf(sent: Untrusted<GeminiPayload>, name: string, ...content: readonly unknown[]): string | null {
  return key(name, momentOf(sent.timestamp), contentOf(...content));
}

function render(event: HostEvent, reply: Reply): string {
  const hookEventName =
    event.kind === 'prompt' ? 'BeforeAgent' : event.kind === 'tool-use' ? 'AfterTool' : null;
  if (!reply.context || hookEventName === null) return '';
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: reply.context } });
}
