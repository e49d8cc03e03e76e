import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

/** How another agent program says what Claude Code would say, and by what its model hears an answer. */
export interface HostForm {
  readonly name: string;
  /** Its sessions begin with their first prompt. */
  readonly beginsWithPrompt?: true;
  /** The host's own payloads for one of Claude Code, in order. */
  said(payload: Fields): readonly Fields[];
  /** A message between tool calls or at the end of a turn, as the host reports or keeps it. */
  spoke(session: Fields, role: 'user' | 'assistant', text: string): readonly Fields[];
  /** The call of a tool whose result brings what a prompt chose; null where prompts are answered, or never. */
  heardWith(session: Fields): Fields | null;
}

const FORMS = ['claude-code', 'cursor', 'agy'] as const;
export type FormName = (typeof FORMS)[number];

export function formNamed(name: string): FormName {
  const found = FORMS.find((one) => one === name);
  if (found === undefined) throw new Error(`--host is one of ${FORMS.join(', ')}, not ${name}`);
  return found;
}

/** `folder`: where a host that keeps transcripts puts them. */
export function formOf(name: FormName, folder: string): HostForm {
  switch (name) {
    case 'claude-code':
      return { name, said: (payload) => [payload], spoke: () => [], heardWith: () => null };
    case 'cursor':
      return cursorForm();
    case 'agy':
      return agyForm(folder);
  }
}

const inputOf = (payload: Fields) => (payload['tool_input'] ?? {}) as Record<string, string>;

/** What a shell printed, as Claude Code tells it; a failed one with its exit code before. */
function printed(payload: Fields): { readonly output: string; readonly exitCode: number } {
  const error = payload['error'];
  if (typeof error === 'string')
    return { output: error.replace(/^Exit code \d+\n/, ''), exitCode: 1 };
  const { stdout = '' } = (payload['tool_response'] ?? {}) as { stdout?: string };
  return { output: stdout, exitCode: 0 };
}

/** Payloads of Cursor's CLI 2026.07, as `test/recorded/cursor.jsonl` has them. */
function cursorForm(): HostForm {
  let calls = 0;
  const event = (from: Fields, hook_event_name: string, fields: Fields): Fields => ({
    conversation_id: from['session_id'],
    generation_id: String(from['prompt_id'] ?? ''),
    model: 'claude-sonnet-4.5',
    cursor_version: '2026.07.23',
    workspace_roots: [from['cwd']],
    user_email: 'dev@example.com',
    transcript_path: null,
    hook_event_name,
    ...fields,
  });
  const tool = (from: Fields, tool_name: string, tool_input: Fields, output: unknown): Fields =>
    event(from, 'postToolUse', {
      tool_use_id: `tool_${++calls}`,
      cwd: '',
      tool_name,
      tool_input,
      tool_output: JSON.stringify(output),
    });
  const toolOf = (from: Fields): Fields => {
    const name = String(from['tool_name']);
    const input = inputOf(from);
    switch (name) {
      case 'Bash':
        return tool(from, 'Shell', { command: input['command'] }, printed(from));
      case 'Edit': {
        const { file_path, old_string, new_string } = input;
        return tool(from, 'StrReplace', { file_path, old_string, new_string }, { success: true });
      }
      case 'Write':
      case 'Read':
      case 'TodoWrite':
        return tool(from, name, input, { success: true });
      default:
        return tool(from, `MCP:${name.replace(/^mcp__\w+?__/, '')}`, input, from['tool_response']);
    }
  };
  return {
    name: 'cursor',
    said: (payload) => {
      switch (payload['hook_event_name']) {
        case 'SessionStart':
          return [event(payload, 'sessionStart', { session_id: payload['session_id'] })];
        case 'UserPromptSubmit':
          return [
            event(payload, 'beforeSubmitPrompt', { prompt: payload['prompt'], attachments: [] }),
          ];
        case 'PostToolUse':
        case 'PostToolUseFailure':
          return [toolOf(payload)];
        case 'Stop':
          return [
            event(payload, 'afterAgentResponse', { text: payload['last_assistant_message'] }),
            event(payload, 'stop', { status: 'completed', loop_count: 0 }),
          ];
        case 'SessionEnd':
          return [event(payload, 'sessionEnd', { reason: 'user_close' })];
        default:
          return [];
      }
    },
    spoke: (session, role, text) =>
      role === 'assistant' ? [event(session, 'afterAgentResponse', { text })] : [],
    heardWith: (session) =>
      tool(session, 'Shell', { command: 'ls' }, { output: 'src', exitCode: 0 }),
  };
}

/** Payloads of the Antigravity CLI 1.2, as `test/recorded/agy.jsonl` has them: words stand in the transcript alone. */
function agyForm(folder: string): HostForm {
  let [steps, turns] = [0, 0];
  const pathOf = (session: unknown) =>
    join(folder, String(session), '.system_generated', 'logs', 'transcript.jsonl');
  const event = (from: Fields, fields: Fields): Fields => ({
    conversationId: from['session_id'],
    workspacePaths: [from['cwd']],
    transcriptPath: pathOf(from['session_id']),
    artifactDirectoryPath: folder,
    ...fields,
  });
  const call = (from: Fields, name: string, args: Fields): Fields => {
    const error =
      from['hook_event_name'] === 'PostToolUseFailure' ? { error: 'exit status 1' } : {};
    return event(from, { stepIdx: ++steps, toolCall: { name, args }, ...error });
  };
  const toolOf = (from: Fields): Fields[] => {
    const input = inputOf(from);
    const file = input['file_path'];
    switch (from['tool_name']) {
      case 'Bash':
        return [call(from, 'run_command', { CommandLine: input['command'], Cwd: from['cwd'] })];
      case 'Write':
        return [call(from, 'write_to_file', { TargetFile: file, CodeContent: input['content'] })];
      case 'Edit': {
        const chunk = {
          TargetContent: input['old_string'],
          ReplacementContent: input['new_string'],
        };
        return [
          call(from, 'multi_replace_file_content', {
            TargetFile: file,
            ReplacementChunks: [chunk],
          }),
        ];
      }
      case 'Read':
        return [call(from, 'view_file', { AbsolutePath: file })];
      default:
        return [];
    }
  };
  const write = (session: Fields, type: string, content: string) => {
    const path = pathOf(session['session_id']);
    mkdirSync(dirname(path), { recursive: true });
    const line = { type, content, created_at: session['at'] };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  };
  return {
    name: 'agy',
    beginsWithPrompt: true,
    said: (payload) => {
      switch (payload['hook_event_name']) {
        case 'UserPromptSubmit':
          write(
            payload,
            'USER_INPUT',
            `<USER_REQUEST>\n${String(payload['prompt'])}\n</USER_REQUEST>`,
          );
          return [event(payload, { invocationNum: 0, initialNumSteps: 1 })];
        case 'PostToolUse':
        case 'PostToolUseFailure':
          return toolOf(payload);
        case 'Stop':
          return [
            event(payload, {
              executionNum: ++turns,
              terminationReason: 'model_stop',
              fullyIdle: true,
            }),
          ];
        default:
          return [];
      }
    },
    spoke: (session, role, text) => {
      if (role === 'assistant') write(session, 'PLANNER_RESPONSE', text);
      return [];
    },
    heardWith: () => null,
  };
}
