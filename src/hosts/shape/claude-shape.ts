import type { HostEvent, ResumeCost, StartSource, ToolIntent } from '../../domain/event.ts';
import { fingerprint } from '../../domain/text/hash.ts';
import { asRecord, head, idText, pathText, text, type Untrusted, words } from '../../domain/text/json.ts';
import { Malformed, type Reply } from '../../host.ts';
import { personsWords } from './persons-words.ts';
import { summaryIn } from './summary.ts';
import { readIntent, type ToolReader } from './tools.ts';
import type { Payload } from './wire.ts';

/** `showsNotice`: the host shows the person a line beside this answer. */
export function renderClaudeShape(event: HostEvent, reply: Reply, showsNotice = false): string {
  const hookEventName = answerable(event);
  if (hookEventName === null) return '';
  const systemMessage = showsNotice && reply.notice ? { systemMessage: reply.notice } : null;
  if (!reply.context) return systemMessage ? JSON.stringify(systemMessage) : '';
  return JSON.stringify({
    hookSpecificOutput: { hookEventName, additionalContext: reply.context },
    ...systemMessage,
  });
}

/** The name an answer has to carry: the host refuses one that is not that of the event. */
function answerable(event: HostEvent): string | null {
  switch (event.kind) {
    case 'session-start':
      return 'SessionStart';
    case 'prompt':
      return 'UserPromptSubmit';
    case 'tool-use':
      if (event.key === null) return event.use.failed ? null : 'PostToolUse';
      return event.key.startsWith('PostToolUseFailure:') ? 'PostToolUseFailure' : 'PostToolUse';
    case 'tool-intent':
      return 'PreToolUse';
    case 'subagent-start':
      return 'SubagentStart';
    case 'turn-end':
    case 'reply':
    case 'subagent-end':
    case 'compacting':
    case 'compacted':
    case 'summary':
    case 'session-end':
      return null;
  }
}

/** The differences of a host of this form from Claude Code. */
export interface Dialect {
  /** The ids that tell events of this name apart, the most telling first. */
  readonly ids?: (name: string, sent: Untrusted<Payload>) => readonly unknown[];
  readonly intent?: (name: string, input: unknown) => ToolIntent;
  /** The answer of a tool, if its field has another name. */
  readonly response?: (sent: Untrusted<Payload>) => unknown;
  /** Compaction is announced before, and no start tells of it afterwards. */
  readonly compactsUntold?: true;
  /** An answer at a subagent's start reaches its model. */
  readonly briefsSubagents?: true;
}

/** An event in the form that Claude Code began and other hosts send too, with tools of their own. */
export function parseClaudeShape(
  payload: unknown,
  read: ToolReader,
  dialect: Dialect = {},
): HostEvent | null {
  const sent = asRecord<Payload>(payload);
  if (sent === null) throw new Malformed('A hook payload has to be a JSON object.');
  const name = text(sent.hook_event_name);
  const ids = () => (dialect.ids ?? claudeIds)(name ?? '', sent);
  switch (name) {
    case 'SessionStart':
      return {
        kind: 'session-start',
        ...common(sent, name),
        key: null,
        source: startSource(sent.source),
        ...transcriptIn(sent),
        ...costIn(sent),
      };
    case 'UserPromptSubmit': {
      const prompt = text(sent.prompt);
      if (prompt === null) throw new Malformed('UserPromptSubmit came without a prompt.');
      const event = { kind: 'prompt', ...common(sent, name), key: key(name, ...ids()) } as const;
      // Some hosts of this form send an empty prompt after every tool result.
      const said = personsWords(prompt);
      return said === null ? null : { ...event, text: said };
    }
    case 'PreToolUse': {
      const tool = words(sent.tool_name);
      if (tool === null) throw new Malformed('PreToolUse came without a tool_name.');
      const intent = (dialect.intent ?? readIntent)(tool, sent.tool_input);
      return { kind: 'tool-intent', ...common(sent, name), key: key(name, ...ids()), intent };
    }
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const tool = words(sent.tool_name);
      if (tool === null) throw new Malformed(`${name} came without a tool_name.`);
      const failed = name === 'PostToolUseFailure';
      const response = dialect.response ? dialect.response(sent) : failed ? sent.error : sent.tool_response;
      const use = read(tool, sent.tool_input, response, failed);
      return { kind: 'tool-use', ...common(sent, name), key: key(name, ...ids()), use };
    }
    case 'Stop':
      return {
        kind: 'turn-end',
        ...common(sent, name),
        key: stopKey(sent, name, ...ids()),
        ...{ reply: reply(sent), ...transcriptIn(sent) },
      };
    case 'StopFailure':
      // Its last message is the host's own, about the failure.
      return {
        kind: 'turn-end',
        ...common(sent, name),
        key: key(name, ...ids()),
        ...{ reply: null, failed: true, ...limitIn(sent), ...transcriptIn(sent) },
      };
    case 'SubagentStart':
      if (!dialect.briefsSubagents || idText(sent.agent_type) === null) return null;
      return { kind: 'subagent-start', ...common(sent, name), key: null };
    case 'SubagentStop': {
      const base = common(sent, name);
      // A compaction runs as an agent without a type, and its last message is the summary.
      if (sent.agent_type === '') return null;
      const subagent = base.subagent ?? idText(sent.agent_type);
      return {
        kind: 'subagent-end',
        ...base,
        subagent,
        key: stopKey(sent, name, ...ids()),
        reply: reply(sent),
      };
    }
    case 'PreCompact':
      return {
        kind: dialect.compactsUntold ? 'compacted' : 'compacting',
        ...common(sent, name),
        key: null,
      };
    case 'PostCompact': {
      const summary = summaryIn(text(sent.compact_summary) ?? '');
      if (summary === null) return null;
      const unique = key(name, ...ids(), fingerprint(summary));
      return { kind: 'summary', ...common(sent, name), key: unique, text: summary };
    }
    case 'SessionEnd': {
      const reason = words(sent.reason);
      return { kind: 'session-end', ...common(sent, name), key: null, reason: reason && head(reason, 200) };
    }
    default:
      return null;
  }
}

function claudeIds(name: string, sent: Untrusted<Payload>): readonly unknown[] {
  if (name === 'SubagentStop') return [sent.agent_id, sent.prompt_id];
  return name.endsWith('ToolUse') || name === 'PostToolUseFailure' ? [sent.tool_use_id] : [sent.prompt_id];
}

/** The session, the place and the subagent of an event. */
export function common(sent: Untrusted<Payload>, name: string) {
  const hostSessionId = idText(sent.session_id);
  if (hostSessionId === null) throw new Malformed(`${name} came without a usable session_id.`);
  return { hostSessionId, cwd: pathText(sent.cwd), subagent: subagent(sent) };
}

/** An agent_type alone is the session's own, given by `--agent`. */
function subagent(sent: Untrusted<Payload>): string | null {
  const id = idText(sent.agent_id);
  const type = idText(sent.agent_type);
  return id !== null && type !== null ? `${type}/${id}` : id;
}

/** `Event:id:id`; null where the first id, which tells events apart, is missing. */
export function key(name: string, ...ids: readonly unknown[]): string | null {
  const known = ids.map(idText).filter((id) => id !== null);
  return idText(ids[0]) === null ? null : [name, ...known].join(':');
}

/** A stop that a hook refused comes again under the same ids; one after more work has another reply. */
function stopKey(sent: Untrusted<Payload>, name: string, ...ids: readonly unknown[]): string | null {
  return sent.stop_hook_active === true ? null : key(name, ...ids, fingerprint(reply(sent) ?? ''));
}

function reply(sent: Untrusted<Payload>): string | null {
  return words(sent.last_assistant_message);
}

/** The allowance is used up: of a plan, or of what was paid for. When that ends stands in the host's words. */
function limitIn(sent: Untrusted<Payload>) {
  if (sent.error !== 'rate_limit' && sent.error !== 'billing_error') return null;
  const resets = [sent.last_assistant_message, sent.error_details].map(words).find((said) => said !== null);
  return { limit: { until: null, ...(resets && { resets: head(resets, LONGEST_RESETS) }) } };
}

const LONGEST_RESETS = 300;

function costIn(sent: Untrusted<Payload>): { cost?: ResumeCost } {
  const { context_tokens: tokens, estimated_cache_write_usd: dollars } = sent;
  if (sent.prompt_cache_likely_expired !== true || typeof tokens !== 'number') return {};
  return { cost: { tokens, dollars: typeof dollars === 'number' ? dollars : null } };
}

function transcriptIn(sent: Untrusted<Payload>): { transcript?: string } {
  const transcript = pathText(sent.transcript_path);
  return transcript === null ? {} : { transcript };
}

export function startSource(value: unknown): StartSource {
  switch (value) {
    case 'new':
      return 'startup';
    case 'startup':
    case 'resume':
    case 'clear':
    case 'compact':
    case 'fork':
      return value;
    default:
      return 'unknown';
  }
}
