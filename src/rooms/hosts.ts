import type { Host } from '../host.ts';
import { openClaw } from '../openclaw/host.ts';

/** Agent programs that a room serves. Every event looks for its host among them. */
export const ROOM_HOSTS: readonly Host[] = [openClaw];
