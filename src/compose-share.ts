import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './domain/runtime/environment.ts';
import { Failure } from './engine/errors.ts';
import { exclusivelyNow } from './platform/exclusive.ts';
import { ensureGiven, readBounded, writeAtomic } from './platform/files.ts';
import {
  addressIn,
  NoAddress,
  type ShareAddress,
  shareAddress,
  shareUrlFile,
} from './platform/share-address.ts';
import { keyText, newKeyText, newOrigin, plainCodec, readKey, sealedCodec } from './platform/share-cipher.ts';
import type { SharedServer } from './share.ts';
import { inviteSql, removeSql, SCHEMA } from './shares/postgres/schema.ts';
import type { ShareDoor } from './surfaces/cli/share.ts';

/** How a driver is loaded: only where somebody connects. */
export type Connect = (address: ShareAddress) => Promise<SharedServer>;

const LARGEST_FILE = 64 * 1024;

/** Everything that sharing needs of a home: where the server is, the key, and who else is at it. */
export function shareDoor(
  home: string,
  env: Environment,
  userHome: () => string,
  connect: Connect,
): ShareDoor {
  const keyFile = join(home, 'share.key');
  const storedKey = () => {
    const told = env['CORTEX_SHARE_KEY'] ?? readBounded(keyFile, LARGEST_FILE)?.toString('utf8');
    return told === undefined ? null : readKey(told);
  };
  /** The fault of an address is said to the person. */
  const said = (read: () => ShareAddress): ShareAddress => {
    try {
      return read();
    } catch (error) {
      throw error instanceof NoAddress ? new Failure(error.message, error.advice) : error;
    }
  };
  const found = () => said(() => shareAddress(env, home, userHome()));
  return {
    address: () => {
      const address = found();
      return { shown: shown(address), isEncrypted: address.ssl !== false, source: address.source };
    },
    hasAddress: () => {
      try {
        shareAddress(env, home, userHome());
        return true;
      } catch (error) {
        if (error instanceof NoAddress) return false;
        throw error;
      }
    },
    saveUrl: (text) => {
      ensureGiven(home);
      // Refused before it is kept.
      said(() => addressIn(text, 'Standard input'));
      writeAtomic(shareUrlFile(home), `${text.trim()}\n`);
    },
    connect: async () => {
      const address = found();
      try {
        return await connect(address);
      } catch (error) {
        throw unreachable(address, error);
      }
    },
    codec: () => {
      const key = storedKey();
      if (key === null && (env['CORTEX_SHARE_KEY'] !== undefined || existsSync(keyFile)))
        throw new Failure('The key of this machine is not whole.', 'cortex share key --set reads it again.');
      return key === null ? plainCodec() : sealedCodec(key);
    },
    newOrigin,
    key: () => {
      const key = storedKey();
      return key && keyText(key);
    },
    newKey: newKeyText,
    saveKey: (text) => {
      const key = readKey(text);
      if (key === null) return false;
      ensureGiven(home);
      writeAtomic(keyFile, `${keyText(key)}\n`);
      return true;
    },
    removeKey: () => {
      if (existsSync(keyFile)) unlinkSync(keyFile);
    },
    alone: (work) => exclusivelyNow(join(home, 'share.lock'), work),
    sql: { schema: SCHEMA, invite: inviteSql, remove: removeSql },
  };
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
