import { serveOverStdio } from '../surfaces/mcp/stdio.ts';
import { makeCodeCache, surroundings } from './surroundings.ts';

/** `cortex mcp`: nothing on standard output but the protocol. Resolves when the client is gone. */
export async function mcp(): Promise<void> {
  const { around, world } = surroundings();
  makeCodeCache(world);
  await serveOverStdio(around);
}
