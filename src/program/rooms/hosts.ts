import { HOSTS } from '../../agents/all.ts';
import { openClaw } from '../../openclaw/host.ts';
import type { Host } from '../../ports/base/host.ts';

/** Every agent program, with those that a room serves. Every event looks for its host among them. */
const ALL_HOSTS: readonly Host[] = [...HOSTS, openClaw];

export function allHosts(): readonly Host[] {
  return ALL_HOSTS;
}
