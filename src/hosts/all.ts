import type { Host } from '../host.ts';
import { claudeCode } from './claude-code/host.ts';

/** Every agent program that Cortex knows, in the order in which people are shown them. */
export function allHosts(): readonly Host[] {
  return [claudeCode];
}
