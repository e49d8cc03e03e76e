import type { Environment } from '../../domain/runtime/environment.ts';

/** What hosts tell the servers that they start: the folder of the project, and the id of the conversation. */
const FOLDERS = [
  // For whoever writes a configuration by hand.
  'CORTEX_PROJECT_DIR',
  'CLAUDE_PROJECT_DIR',
  'COPILOT_PROJECT_DIR',
  'QWEN_CODE_PROJECT_DIR',
  'GEMINI_PROJECT_DIR',
] as const;

const SESSIONS = {
  'claude-code': 'CLAUDE_CODE_SESSION_ID',
  copilot: 'COPILOT_AGENT_SESSION_ID',
  qwen: 'QWEN_CODE_SESSION_ID',
  gemini: 'GEMINI_SESSION_ID',
} as const;

export function projectFolder(env: Environment): string | null {
  for (const name of FOLDERS) if (env[name]) return env[name];
  return null;
}

/** An agent that another one started has the variables of both: only those of its own host are about it. */
export function namedSessions(env: Environment, host: string | null): { host: string; id: string }[] {
  return Object.entries(SESSIONS).flatMap(([name, variable]) => {
    const id = env[variable];
    return id && (host === null || host === name) ? [{ host: name, id }] : [];
  });
}

/** Clients that do not say their host's name. */
const OTHERWISE: Readonly<Record<string, string>> = { 'visual-studio-code': 'vscode' };

/** The host that a client's name tells: `codex-mcp-client` is Codex. What stands first decides; null where none is known. */
export function hostOfClient(client: string, hosts: readonly string[]): string | null {
  const parts = (name: string) => `-${OTHERWISE[slug(name)] ?? slug(name)}-`;
  const places = hosts.map((host) => ({ host, at: parts(client).indexOf(parts(host)) }));
  const [first] = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first?.host ?? null;
}

/** What the sessions of a client that no adapter knows are filed under. */
export function clientName(client: string): string {
  return `mcp:${slug(client) || 'client'}`;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}
