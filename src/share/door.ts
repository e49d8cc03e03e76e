import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/runtime/runtimes.ts';
import { Failure } from '../engine/errors.ts';
import { exclusivelyNow } from '../platform/exclusive.ts';
import { ensureGiven, readBounded, writeAtomic } from '../platform/files.ts';
import type { Cli } from '../surfaces/cli/context.ts';
import { addressIn, type ShareAddress, shareAddress, shareUrlFile } from './address.ts';
import { keyText, plainCodec, readKey, sealedCodec } from './cipher.ts';
import type { Codec, SharedServer } from './log.ts';

const LARGEST_FILE = 64 * 1024;

/** The door of the home of a command; nothing is read or connected before it is asked for. */
export function doorOf(cli: Pick<Cli, 'home' | 'env' | 'userHome'>): ShareDoor {
  return shareDoor(cli.home().folder, cli.env, cli.userHome);
}

export type ShareDoor = ReturnType<typeof shareDoor>;

/** Everything that sharing needs of a home: the server's address, the key, and the lock of a sync. */
export function shareDoor(home: string, env: Environment, userHome: () => string) {
  const keyFile = join(home, 'share.key');
  const storedKey = () => {
    const told = env['CORTEX_SHARE_KEY'] ?? readBounded(keyFile, LARGEST_FILE)?.toString('utf8');
    return told === undefined ? null : readKey(told);
  };
  const found = () => shareAddress(env, home, userHome());
  return {
    /** Throws with a sentence if no address is configured, or it may not be used. */
    address: () => {
      const address = found();
      return { shown: shown(address), isEncrypted: address.ssl !== false };
    },
    saveUrl: (text: string) => {
      ensureGiven(home);
      // Refused before it is kept.
      addressIn(text, 'Standard input');
      writeAtomic(shareUrlFile(home), `${text.trim()}\n`);
    },
    /** Works on the server, over a connection of its own. */
    within: async <T>(work: (log: SharedServer) => Promise<T>): Promise<T> => {
      const log = await connected(found());
      try {
        return await work(log);
      } finally {
        await log.close();
      }
    },
    codec: (): Codec => {
      const key = storedKey();
      if (key === null && (env['CORTEX_SHARE_KEY'] !== undefined || existsSync(keyFile)))
        throw new Failure('The key of this machine is incomplete.', 'cortex share key --set reads it again.');
      return key === null ? plainCodec() : sealedCodec(key);
    },
    /** Null where this machine has none. */
    key: (): string | null => {
      const key = storedKey();
      return key && keyText(key);
    },
    /** False if the key is incomplete. */
    saveKey: (text: string): boolean => {
      const key = readKey(text);
      if (key === null) return false;
      ensureGiven(home);
      writeAtomic(keyFile, `${keyText(key)}\n`);
      return true;
    },
    removeKey: () => rmSync(keyFile, { force: true }),
    /** Null while another process syncs. */
    alone: <T>(work: () => Promise<T>): Promise<T | null> => exclusivelyNow(join(home, 'share.lock'), work),
  };
}

async function connected(address: ShareAddress): Promise<SharedServer> {
  try {
    // The driver is a bundle of its own beside this one.
    const driver = require('./share-log.cjs') as typeof import('./entries/share-log.ts');
    return await driver.openSharedLog(address);
  } catch (error) {
    throw unreachable(address, error);
  }
}

/** Without its password. */
function shown({ user, host, port, database }: ShareAddress): string {
  return `${user}@${host}:${port}/${database}`;
}

/** A server that answers with a code of its own refuses; everything else is the way to it. */
function unreachable(address: ShareAddress, error: unknown): Failure {
  const { message, code } = Object(error) as { message?: string; code?: string };
  const why = message || String(code ?? error);
  return /^[0-9A-Z]{5}$/.test(code ?? '')
    ? new Failure(
        `The database at ${shown(address)} refuses: ${why}.`,
        `Look at the login, its password and the name of the database in ${address.source}.`,
      )
    : new Failure(
        `The database at ${shown(address)} does not answer: ${why}.`,
        `Look whether it runs and whether ${address.source} names it. What is new here waits and is sent later.`,
      );
}
