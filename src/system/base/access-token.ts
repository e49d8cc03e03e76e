import { join } from 'node:path';
import { createPrivate, ensureGiven, readBounded, writeOnce } from './files.ts';

/** The token for whoever connects to a server of ours: made once, and kept where only its owner can read it. */
export function accessToken(home: string): { readonly token: string; readonly path: string } {
  ensureGiven(home);
  const path = join(home, 'mcp.token');
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  writeOnce(path, Buffer.from(`${randomBytes(32).toString('base64url')}\n`));
  // Plain, ours, and readable by nobody else, also where somebody copied it here.
  createPrivate(path);
  const token = readBounded(path, 1024)?.toString('utf8').trim() ?? '';
  if (!/^[\w-]{32,}$/.test(token))
    throw new Error(`${path} holds no token: remove the file, and a new one is made`);
  return { token, path };
}
