import type { Host } from '../host.ts';
import type { Tools } from '../hosts/shape/tool-roles.ts';
import { openClaw } from '../openclaw/host.ts';
import { TOOLS as openClawTools } from '../openclaw/host-tools.ts';

/** Agent programs that a room serves. Every event looks for its host among them. */
export const ROOM_HOSTS: readonly Host[] = [openClaw];

/** Their names of tools. */
export const ROOM_TOOLS: readonly Tools[] = [openClawTools];
