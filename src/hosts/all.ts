import type { Host } from '../host.ts';
import { ROOM_HOSTS } from '../rooms/hosts.ts';
import { claudeCode } from './claude-code/host.ts';
import { cline } from './cline/host.ts';
import { codex } from './codex/host.ts';
import { copilot } from './copilot/host.ts';
import { cursor } from './cursor/host.ts';
import { gemini } from './gemini/host.ts';
import { kilo } from './kilo/host.ts';
import { kimi } from './kimi/host.ts';
import { opencode } from './opencode/host.ts';
import { pi } from './pi/host.ts';
import { qoder } from './qoder/host.ts';
import { qwen } from './qwen/host.ts';
import { vscode } from './vscode/host.ts';

/** Every agent program that Cortex knows, in the order in which people are shown them. */
export function allHosts(): readonly Host[] {
  return [
    claudeCode,
    codex,
    gemini,
    qwen,
    copilot,
    cursor,
    vscode,
    opencode,
    kilo,
    kimi,
    qoder,
    pi,
    cline,
    ...ROOM_HOSTS,
  ];
}
