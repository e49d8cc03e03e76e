import { type At, head, idText, readPlace, words } from '../../domain/base/text/json.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import { HANDED_KEY } from '../../domain/hooks/handed.ts';
import { LOOKING_TOOLS, READING_TOOLS } from '../../domain/observe/read-only.ts';
import type { Host, Payload, Runtime } from '../../ports/base/host.ts';
import type { EventForm, HostForm } from './form.ts';
import { allBut, type HookEvents } from './install.ts';
import { printed, toolReaders } from './tools.ts';

/** The tools of Claude Code. A failure of a notebook is told in its answer, and a broken off or background command too. */
export const CLAUDE_TOOLS = toolReaders({
  names: {
    shell: 'Bash PowerShell',
    write: 'Write',
    edit: 'Edit MultiEdit NotebookEdit',
    read: 'Read NotebookRead Grep Glob LS',
    todos: 'TodoWrite',
    task: 'TaskCreate TaskUpdate',
    plan: 'ExitPlanMode',
    question: 'AskUserQuestion',
    quiet: 'TaskList TaskGet WebFetch WebSearch',
  },
  answer: (response, name) => {
    const error = name === 'NotebookEdit' ? words(readPlace(response, 'error')) : null;
    const isInterrupted = readPlace(response, 'interrupted') === true;
    return {
      output: printed(error ?? response),
      failed: error !== null || isInterrupted,
      unfinished: isInterrupted || readPlace(response, 'backgroundTaskId') !== undefined,
    };
  },
});

/** A subagent by its type and its id. The type alone is the session's own, given by `--agent`. */
export function subagentBy(typeAt: At): At {
  return (sent) => {
    const [id, type] = [idText(sent['agent_id']), idText(readPlace(sent, typeAt))];
    return id !== null && type !== null ? `${type}/${id}` : id;
  };
}

/** The end of a subagent. A compaction runs as an agent without a type, and ends with its summary: it is none. */
export function subagentStop(typeAt: At): EventForm {
  const subagent = subagentBy(typeAt);
  return {
    is: 'subagent-end',
    ids: ['agent_id', 'prompt_id'],
    isMarked: true,
    subagent: (sent) => readPlace(sent, subagent) ?? idText(readPlace(sent, typeAt)),
    unless: (sent) => readPlace(sent, typeAt) === '',
  };
}

/**
 * The payload that Claude Code began (2.1.240 by its documents, 2.1.325 as seen) and other hosts send too, with fields and tools of
 * their own. `session_id` stays over a resume and a compaction, and is a new one after /clear and a fork.
 */
export const CLAUDE_FORM: HostForm = {
  name: 'hook_event_name',
  session: 'session_id',
  cwd: 'cwd',
  subagent: subagentBy('agent_type'),
  source: 'source',
  transcript: 'transcript_path',
  prompt: 'prompt',
  tool: 'tool_name',
  input: 'tool_input',
  response: 'tool_response',
  error: 'error',
  reply: 'last_assistant_message',
  summary: 'compact_summary',
  reason: 'reason',
  tools: CLAUDE_TOOLS,
  events: {
    SessionStart: { is: 'session-start', more: costIn },
    UserPromptSubmit: { is: 'prompt', ids: ['prompt_id'] },
    PreToolUse: { is: 'tool-intent', ids: ['tool_use_id'] },
    PostToolUse: { is: 'tool-use', ids: ['tool_use_id'] },
    PostToolUseFailure: { is: 'tool-use', fails: true, ids: ['tool_use_id'] },
    Stop: { is: 'turn-end', ids: ['prompt_id'], isMarked: true },
    StopFailure: { is: 'turn-end', fails: true, ids: ['prompt_id'], more: limitIn },
    SubagentStop: subagentStop('agent_type'),
    PreCompact: { is: 'compacting' },
    PostCompact: { is: 'summary', ids: ['prompt_id'], isMarked: true },
    SessionEnd: { is: 'session-end' },
  },
};

/** The names of these events but for some that a host does not have, or that are not to be asked for. */
export function claudeNamesBut(...left: readonly string[]): readonly string[] {
  return Object.keys(CLAUDE_FORM.events).filter((name) => !left.includes(name));
}

/** The allowance is used up: of a plan, or of what was paid for. When that ends stands in the host's words. */
function limitIn(sent: Payload) {
  if (sent['error'] !== 'rate_limit' && sent['error'] !== 'billing_error') return {};
  const resets = words(sent['last_assistant_message']) ?? words(sent['error_details']);
  return { limit: { until: null, ...(resets && { resets: head(resets, LONGEST_RESETS) }) } };
}

const LONGEST_RESETS = 300;

function costIn(sent: Payload) {
  const { context_tokens: tokens, estimated_cache_write_usd: dollars } = sent;
  if (sent['prompt_cache_likely_expired'] !== true || typeof tokens !== 'number') return {};
  return { cost: { tokens, dollars: typeof dollars === 'number' ? dollars : null } };
}

/** The name that an answer has to carry: the host refuses one that is not that of the event. */
const ANSWERED: Readonly<Partial<Record<HostEvent['kind'], string>>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'tool-use': 'PostToolUse',
  'tool-intent': 'PreToolUse',
  'subagent-start': 'SubagentStart',
};

/** `showsNotice`: the host shows the person a line beside the answer. `names`: of its events, where they are its own. */
export function claudeAnswer({ showsNotice = false, names = ANSWERED } = {}): Host['render'] {
  return (event, { context, notice }) => {
    const hookEventName = nameOf(event, names);
    if (!hookEventName) return '';
    const systemMessage = showsNotice && notice ? { systemMessage: notice } : null;
    if (!context) return systemMessage ? JSON.stringify(systemMessage) : '';
    return JSON.stringify({
      hookSpecificOutput: { hookEventName, additionalContext: context },
      ...systemMessage,
    });
  };
}

/** The event of a failure stands in its key; one without a key of the host's that failed may have been either, and is not answered. */
function nameOf(event: HostEvent, names: typeof ANSWERED): string | undefined {
  if (event.kind !== 'tool-use') return names[event.kind];
  const isNamed = event.key !== null && !event.key.startsWith(HANDED_KEY);
  if (!isNamed && event.use.failed) return undefined;
  return event.key?.startsWith(`${FAILURE}:`) ? FAILURE : names[event.kind];
}

const FAILURE = 'PostToolUseFailure';

/** No process is started for a tool that only looks, unless somebody wants to know when a file is read again. */
export const claudeEvents = ({
  watchesReads,
  instructs,
}: Pick<Runtime, 'watchesReads' | 'instructs'>): HookEvents => ({
  SessionStart: null,
  UserPromptSubmit: null,
  ...(instructs && { PreToolUse: allBut(READING_TOOLS) }),
  PostToolUse: watchesReads ? '*' : allBut(LOOKING_TOOLS),
  PostToolUseFailure: null,
  Stop: null,
  StopFailure: null,
  SubagentStart: null,
  SubagentStop: null,
  // Before a compaction nothing is asked: Claude Code would show the command line, and the start afterwards says it.
  PostCompact: null,
  SessionEnd: null,
});
