import type { Environment } from '../domain/runtime/environment.ts';
import { asRecord, text, type Untrusted } from '../domain/text/json.ts';

/** Fields that give a host away. */
interface Marks {
  cursor_version: unknown;
  hookName: unknown;
  taskId: unknown;
  client_type: unknown;
  turn_id: unknown;
  hookEventName: unknown;
  hook_event_name: unknown;
  session_id: unknown;
  transcript_path: unknown;
  timestamp: unknown;
  tool_call_id: unknown;
  tool_result: unknown;
  tool_use_id: unknown;
  initial_prompt: unknown;
}

/**
 * Which host calls, where one command is installed in several. A payload is better evidence than the environment: a host that
 * another one started in its shell inherits what that one had set.
 */
export function detectHost(env: Environment, payload: unknown): string {
  const sent = asRecord<Marks>(payload) ?? {};
  return byPayload(sent) ?? byTranscript(sent) ?? byEnvironment(env, sent);
}

/**
 * The host that really calls. Files of Claude Code and of Copilot CLI are read by other programs too, which then call by that
 * name: VS Code, Cursor, Copilot. Their payloads have fields that those of the named host never have.
 */
export function hostBehind(name: string | undefined, env: Environment, payload: unknown): string | undefined {
  if (name === 'auto') return detectHost(env, payload);
  const sent = asRecord<Marks>(payload) ?? {};
  if (name === 'claude-code') {
    const isForeign = has(sent.cursor_version) || has(sent.timestamp) || has(sent.hookEventName);
    // Qoder takes hooks over from the settings of Claude Code, commands and all.
    return isForeign || byTranscript(sent) === 'qoder' ? detectHost(env, payload) : name;
  }
  return name === 'copilot' && !isCopilot(env, sent) ? 'vscode' : name;
}

function byPayload(sent: Untrusted<Marks>): string | null {
  if (has(sent.cursor_version)) return 'cursor';
  if (has(sent.hookName) && has(sent.taskId)) return 'cline';
  if (text(sent.client_type)?.startsWith('kimi')) return 'kimi';
  if (has(sent.turn_id)) return 'codex';
  if (has(sent.hookEventName)) return 'vscode';
  if (/^(?:Before|After)(?:Agent|Tool|Model)$|^PreCompress$/.test(text(sent.hook_event_name) ?? ''))
    return 'gemini';
  if (has(sent.tool_call_id)) return 'qwen';
  if (has(sent.tool_result) || has(sent.initial_prompt)) return 'copilot';
  return null;
}

const TRANSCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\\/]sessions[\\/]\d{4}[\\/]\d\d[\\/]\d\d[\\/]rollout-[^\\/]*$/, 'codex'],
  [/[\\/]\.qwen[\\/]/, 'qwen'],
  [/[\\/]\.gemini[\\/]/, 'gemini'],
  [/[\\/]\.qoder(?:-cn)?[\\/]/, 'qoder'],
  [/[\\/]\.copilot[\\/]session-state[\\/]/, 'copilot'],
  [/[\\/]\.claude[\\/]projects[\\/]/, 'claude-code'],
];

function byTranscript(sent: Untrusted<Marks>): string | null {
  const path = text(sent.transcript_path);
  return (path !== null && TRANSCRIPTS.find(([form]) => form.test(path))?.[1]) || null;
}

function byEnvironment(env: Environment, sent: Untrusted<Marks>): string {
  const session = text(sent.session_id);
  // The id of another session was inherited.
  const isOwn = (id: string | undefined) => !!id && (session === null || id === session);
  if (isOwn(env['QWEN_CODE_SESSION_ID'])) return 'qwen';
  if (isOwn(env['GEMINI_SESSION_ID'])) return 'gemini';
  if (env['COPILOT_CLI'] === '1') return 'copilot';
  if (env['PLUGIN_ROOT']) return 'codex';
  return has(sent.timestamp) ? 'vscode' : 'claude-code';
}

/** VS Code names ids of tool calls, and a transcript at every event; Copilot only where a turn ends or before it compacts. */
function isCopilot(env: Environment, sent: Untrusted<Marks>): boolean {
  if (has(sent.hookEventName) || has(sent.tool_use_id)) return false;
  if (has(sent.tool_result) || has(sent.initial_prompt) || !has(sent.transcript_path)) return true;
  return byTranscript(sent) === 'copilot' || env['COPILOT_CLI'] === '1';
}

function has(value: unknown): boolean {
  return value !== undefined && value !== null;
}
