import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/runtime/runtimes.ts';
import { Failure } from '../engine/errors.ts';
import { exclusivelyNow } from '../platform/exclusive.ts';
import { ensureGiven, readBounded, writeAtomic } from '../platform/files.ts';
import type { Cli } from '../surfaces/cli/context.ts';
import { addressIn, NoAddress, type ShareAddress, shareAddress, shareUrlFile } from './address.ts';
import { keyText, newKeyText, newOrigin, plainCodec, readKey, sealedCodec } from './cipher.ts';
import type { ShareTools } from './engine/setup.ts';
import type { SharedServer } from './log.ts';
import { inviteSql, removeSql, SCHEMA } from './postgres/schema.ts';

/** How a driver is loaded: only where somebody connects. */
export type Connect = (address: ShareAddress) => Promise<SharedServer>;

const LARGEST_FILE = 64 * 1024;

/** The surroundings of the share commands. */
export interface ShareDoor extends ShareTools {
  /** Throws with a sentence where nothing says where the server is, or it may not be used. */
  address(): { readonly shown: string; readonly isEncrypted: boolean; readonly source: string };
  hasAddress(): boolean;
  saveUrl(text: string): void;
  /** Null where this machine has none. */
  key(): string | null;
  newKey(): string;
  /** False for what is no whole key. */
  saveKey(text: string): boolean;
  removeKey(): void;
  /** Null where another process is at it. */
  alone<T>(work: () => Promise<T>): Promise<T | null>;
  readonly sql: {
    readonly schema: string;
    invite(project: string, login: string, role: string): string;
    remove(project: string, login: string): string;
  };
}

/** The driver is a bundle of its own beside this one. */
const connected: Connect = (address) =>
  (require('./share-log.cjs') as typeof import('./entries/share-log.ts')).openSharedLog(address);

/** The door of the home of a command; nothing is read or connected before it is asked for. */
export function doorOf(cli: Pick<Cli, 'home' | 'env' | 'userHome'>): ShareDoor {
  return shareDoor(cli.home().folder, cli.env, cli.userHome);
}

/** Everything that sharing needs of a home: where the server is, the key, and who else is at it. */
export function shareDoor(
  home: string,
  env: Environment,
  userHome: () => string,
  connect: Connect = connected,
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
