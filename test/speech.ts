import type { Agent, Result } from './agent.ts';

type Payload = Readonly<Record<string, unknown>>;

/** What stands in every payload of a session, and what numbers its events. */
interface Place {
  readonly session: string;
  readonly cwd: string;
  /** One for each event. */
  readonly moment: string;
  readonly call: string;
  readonly turn: string;
}

/** A host's own words for what happens in it. Null where it has none. */
interface Speech {
  readonly env?: (session: string) => Readonly<Record<string, string>>;
  start(at: Place, source: string): Payload;
  prompt(at: Place, prompt: string): Payload;
  write(at: Place, path: string, content: string): Payload;
  shell(at: Place, command: string, output: string): Payload;
  /** It is about to compact; where it says afterwards that it has, `compacted` follows. */
  compacting(at: Place): Payload;
  compacted(at: Place): Payload | null;
  stop(at: Place, reply: string): Payload;
  end(at: Place): Payload | null;
  /** The only shape of an answer that it passes on, around the words. */
  told(answer: unknown, event: string): unknown;
}

/** A line for the person may stand beside the words for the model. */
const inForm = (answer: unknown, hookEventName: string) => {
  const {
    hookSpecificOutput,
    systemMessage: _,
    ...rest
  } = answer as {
    hookSpecificOutput: Record<string, unknown>;
    systemMessage?: string;
  };
  if (Object.keys(rest).length > 0 || hookSpecificOutput['hookEventName'] !== hookEventName)
    return undefined;
  return hookSpecificOutput['additionalContext'];
};

const only = (key: string) => (answer: unknown) => {
  const { [key]: said, ...rest } = answer as Record<string, unknown>;
  return Object.keys(rest).length === 0 ? said : undefined;
};

/** The form that Claude Code began, with the fields that a host adds to all of its events. */
function claudeForm(base: (at: Place) => Payload, ids: (at: Place) => Payload) {
  const event = (at: Place, name: string, fields: Payload): Payload => ({
    session_id: at.session,
    cwd: at.cwd,
    hook_event_name: name,
    ...base(at),
    ...fields,
  });
  return {
    event,
    start: (at: Place, source: string) => event(at, 'SessionStart', { source }),
    prompt: (at: Place, prompt: string) => event(at, 'UserPromptSubmit', { ...ids(at), prompt }),
    compacting: (at: Place) => event(at, 'PreCompact', { trigger: 'auto' }),
    compacted: (at: Place): Payload | null => event(at, 'SessionStart', { source: 'compact' }),
    stop: (at: Place, reply: string) =>
      event(at, 'Stop', { ...ids(at), stop_hook_active: false, last_assistant_message: reply }),
    end: (at: Place): Payload | null => event(at, 'SessionEnd', { reason: 'other' }),
    told: inForm,
  };
}

const codexForm = claudeForm(
  ({ session }) => ({
    transcript_path: `/c/sessions/2026/11/13/rollout-2026-11-13T10-00-00-${session}.jsonl`,
  }),
  ({ turn }) => ({ turn_id: turn }),
);
const codexTool = (at: Place, tool_name: string, tool_input: Payload, tool_response: unknown) =>
  codexForm.event(at, 'PostToolUse', {
    turn_id: at.turn,
    tool_use_id: at.call,
    tool_name,
    tool_input,
    tool_response,
  });

const qwenForm = claudeForm(
  ({ session, moment }) => ({
    transcript_path: `/h/.qwen/projects/p/chats/${session}.jsonl`,
    timestamp: moment,
  }),
  ({ session, turn }) => ({ prompt_id: `${session}########${turn}` }),
);
const qwenTool = (at: Place, tool_name: string, tool_input: Payload, llmContent: string) =>
  qwenForm.event(at, 'PostToolUse', {
    tool_use_id: at.call,
    tool_name,
    tool_input,
    tool_response: { llmContent, returnDisplay: '' },
  });

const copilotForm = claudeForm(
  ({ moment }) => ({ timestamp: moment }),
  () => ({}),
);
const copilotTool = (at: Place, tool_name: string, tool_input: Payload, text: string) =>
  copilotForm.event(at, 'PostToolUse', {
    tool_name,
    tool_input,
    tool_result: { result_type: 'success', text_result_for_llm: text },
  });

const vscodeForm = claudeForm(
  ({ moment }) => ({ timestamp: moment, transcript_path: '/h/.config/Code/User/chat/t.json' }),
  () => ({}),
);
const vscodeTool = (at: Place, tool_name: string, tool_input: Payload, tool_response: string) =>
  vscodeForm.event(at, 'PostToolUse', {
    tool_use_id: at.call,
    tool_name,
    tool_input,
    tool_response,
  });

const gemini = (at: Place, name: string, fields: Payload): Payload => ({
  session_id: at.session,
  transcript_path: '/h/.gemini/tmp/p/chats/s.jsonl',
  cwd: at.cwd,
  hook_event_name: name,
  timestamp: at.moment,
  ...fields,
});
const geminiTool = (at: Place, tool_name: string, tool_input: Payload, llmContent: string) =>
  gemini(at, 'AfterTool', {
    tool_name,
    tool_input,
    tool_response: { llmContent, returnDisplay: '' },
  });

const cursor = (at: Place, name: string, fields: Payload): Payload => ({
  conversation_id: at.session,
  generation_id: at.turn,
  hook_event_name: name,
  cursor_version: '2026.07.23',
  workspace_roots: [at.cwd],
  user_email: 'dev@example.com',
  transcript_path: null,
  ...fields,
});
const cursorTool = (at: Place, tool_name: string, tool_input: Payload, output: unknown) =>
  cursor(at, 'postToolUse', {
    tool_use_id: at.call,
    cwd: '',
    tool_name,
    tool_input,
    tool_output: JSON.stringify(output),
  });

const report = (output: string) => `Output: ${output}\nProcess Group PGID: 7`;

export const SPEECHES = {
  codex: {
    ...codexForm,
    write: (at, path, content) => {
      const lines = content.trimEnd().split('\n');
      const patch = [
        '*** Begin Patch',
        `*** Add File: ${path}`,
        ...lines.map((line) => `+${line}`),
      ];
      const command = [...patch, '*** End Patch'].join('\n');
      return codexTool(at, 'apply_patch', { command }, 'Success. Updated the following files:\n');
    },
    shell: (at, command, output) => codexTool(at, 'Bash', { command }, output),
  },
  qwen: {
    ...qwenForm,
    env: (session) => ({ QWEN_CODE_SESSION_ID: session }),
    write: (at, path, content) => qwenTool(at, 'write_file', { file_path: path, content }, 'Done.'),
    shell: (at, command, output) => qwenTool(at, 'run_shell_command', { command }, report(output)),
  },
  copilot: {
    ...copilotForm,
    env: () => ({ COPILOT_CLI: '1' }),
    write: (at, path, content) =>
      copilotTool(at, 'Write', { path, file_text: content }, 'Created.'),
    shell: (at, command, output) => copilotTool(at, 'Bash', { command }, output),
    compacted: () => null,
    told: only('additionalContext'),
  },
  vscode: {
    ...vscodeForm,
    write: (at, path, content) =>
      vscodeTool(at, 'create_file', { filePath: path, content }, 'Done.'),
    shell: (at, command, output) => vscodeTool(at, 'run_in_terminal', { command }, output),
    compacted: () => null,
    end: () => null,
  },
  gemini: {
    env: (session) => ({ GEMINI_SESSION_ID: session }),
    start: (at, source) => gemini(at, 'SessionStart', { source }),
    prompt: (at, prompt) => gemini(at, 'BeforeAgent', { prompt }),
    write: (at, path, content) =>
      geminiTool(at, 'write_file', { file_path: path, content }, 'Done.'),
    shell: (at, command, output) =>
      geminiTool(at, 'run_shell_command', { command }, report(output)),
    compacting: (at) => gemini(at, 'PreCompress', { trigger: 'auto' }),
    compacted: () => null,
    stop: (at, reply) => gemini(at, 'AfterAgent', { prompt: 'p', prompt_response: reply }),
    end: (at) => gemini(at, 'SessionEnd', { reason: 'exit' }),
    told: inForm,
  },
  cursor: {
    start: (at) => cursor(at, 'sessionStart', { generation_id: '', session_id: at.session }),
    prompt: (at, prompt) => cursor(at, 'beforeSubmitPrompt', { prompt, attachments: [] }),
    write: (at, path, content) =>
      cursorTool(at, 'Write', { file_path: path, content }, { success: true }),
    shell: (at, command, output) => cursorTool(at, 'Shell', { command }, { output, exitCode: 0 }),
    compacting: (at) => cursor(at, 'preCompact', { trigger: 'auto' }),
    compacted: () => null,
    stop: (at) => cursor(at, 'stop', { status: 'completed', loop_count: 0 }),
    end: (at) => cursor(at, 'sessionEnd', { reason: 'user_close' }),
    told: only('additional_context'),
  },
} satisfies Readonly<Record<string, Speech>>;

export type SpokenHost = keyof typeof SPEECHES;

type Said = Exclude<keyof Speech, 'env' | 'told'>;

/** An agent that speaks as a host does. */
export function speaking(agent: Agent, host: SpokenHost, cwd: string, now: string) {
  const speech: Speech = SPEECHES[host];
  let events = 0;
  let turns = 0;
  const place = (): Place => ({
    session: agent.sessionId,
    cwd,
    turn: `turn-${turns}`,
    call: `call-${++events}`,
    moment: new Date(Date.parse(now) + events).toISOString(),
  });
  const payload = (said: Said, ...words: string[]): Payload | null => {
    if (said === 'prompt') turns++;
    return (speech[said] as (at: Place, ...words: string[]) => Payload | null)(place(), ...words);
  };
  return {
    agent,
    payload,
    /** What the model comes to hear; null for silence. */
    async say(said: Said, ...words: string[]): Promise<string | null> {
      const sent = payload(said, ...words);
      return sent === null ? null : told(host, sent, await agent.send(sent, host));
    },
  };
}

/** What a host passes on of an answer. Whatever is not in its shape is an error: it would be lost. */
export function told(host: SpokenHost, sent: Payload, result: Result): string | null {
  if (result.code !== 0 || result.stderr !== '')
    throw new Error(`${host}: ${JSON.stringify(result)}`);
  if (result.stdout === '') return null;
  const said = (SPEECHES[host] as Speech).told(
    JSON.parse(result.stdout),
    String(sent['hook_event_name']),
  );
  if (typeof said !== 'string') throw new Error(`${host} does not hear ${result.stdout}`);
  return said;
}
