import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import { Failure } from '../engine/base/errors.ts';
import type { Cli } from '../surfaces/cli/base/context.ts';
import { exclusivelyNow } from '../system/base/exclusive.ts';
import { ensureGiven, readBounded, writeAtomic } from '../system/base/files.ts';
import { parseAddress, type ShareAddress, shareAddress, shareUrlFile } from './address.ts';
import { type KeyWord, keyText, newOrigin, plainCodec, readKey, sealedCodec } from './cipher.ts';
import { isGitStream } from './domain/record.ts';
import type { LogConnection } from './engine/run.ts';
import { type GitDoor, gitDoor } from './git/door.ts';
import type { Codec, SharedServer } from './log.ts';
import type { SharedProject } from './sql/at-events.ts';

const LARGEST_FILE = 64 * 1024;

/** The door of the home of a command; nothing is read or connected before it is asked for. */
export function doorOf(cli: Pick<Cli, 'home' | 'env' | 'userHome'>): ShareDoor {
  return shareDoor(cli.home().folder, cli.env, cli.userHome);
}

/** Everything that sharing needs of a home: the server's address or the repository, the key, and the lock of a sync. */
export interface ShareDoor {
  readonly git: GitDoor;
  /** Throws with a sentence if no address is configured, or it may not be used. */
  address(): { readonly shown: string; readonly isEncrypted: boolean };
  /** Whether anything names a server: else a key alone means a git remote. */
  hasAddress(): boolean;
  saveUrl(text: string): void;
  /** Works on the server, over a connection of its own. */
  within<T>(work: (log: SharedServer) => Promise<T>): Promise<T>;
  /** Works on the log of a project, wherever that is. */
  connected<T>(project: SharedProject, work: (connection: LogConnection) => Promise<T>): Promise<T>;
  codec(): Codec;
  /** The word of this machine; null where it has none. */
  word(): KeyWord | null;
  /** Whether the word stands in the environment: that is consent to join by it. */
  isWordGiven(): boolean;
  /** False if the word is incomplete. */
  saveWord(text: string): boolean;
  removeKey(): void;
  /** The key of a change that is under way. */
  nextWord(): KeyWord | null;
  saveNextWord(word: KeyWord | null): void;
  /** Null while another process syncs. */
  alone<T>(work: () => Promise<T>): Promise<T | null>;
  /** Waits until it is alone; null where somebody else waits already, who then looks for everything that is new. */
  aloneNext<T>(work: () => Promise<T>): Promise<T | null>;
}

export function shareDoor(home: string, env: Environment, userHome: () => string): ShareDoor {
  const git = gitDoor(home, env);
  const keys = keyDoor(home, env);
  const server = serverDoor(home, env, userHome);
  return {
    git,
    ...keys,
    ...server,
    ...lockDoor(home),
    connected: (project, work) => {
      const held = keys.word();
      if (isGitStream(project.origin) && held) return git.within(project.project, held.key, work);
      return server.within((log) => work({ log, codec: keys.codec(), server: log, newOrigin }));
    },
  };
}

type KeyDoor = Pick<
  ShareDoor,
  'codec' | 'word' | 'isWordGiven' | 'saveWord' | 'removeKey' | 'nextWord' | 'saveNextWord'
>;

/** The key of this machine: from the environment, else from the home. */
function keyDoor(home: string, env: Environment): KeyDoor {
  const keyFile = join(home, 'share.key');
  const nextFile = join(home, 'share.key.next');
  const given = () => env['CORTEX_SHARE_KEY'];
  const read = (file: string) => readBounded(file, LARGEST_FILE)?.toString('utf8');
  const word = () => readKey(given() ?? read(keyFile) ?? '');
  return {
    word,
    codec: () => {
      const held = word();
      if (held === null && (given() !== undefined || existsSync(keyFile)))
        throw new Failure(
          'The key of this machine is incomplete.',
          'cortex share key --set reads it again.',
        );
      return held === null ? plainCodec() : sealedCodec(held.key);
    },
    isWordGiven: () => given() !== undefined,
    saveWord: (text) => {
      const typed = readKey(text);
      if (typed === null) return false;
      ensureGiven(home);
      writeAtomic(keyFile, `${keyText(typed.key, typed.url)}\n`);
      return true;
    },
    removeKey: () => rmSync(keyFile, { force: true }),
    nextWord: () => readKey(read(nextFile) ?? ''),
    saveNextWord: (next) =>
      next === null
        ? rmSync(nextFile, { force: true })
        : writeAtomic(nextFile, `${keyText(next.key, next.url)}\n`),
  };
}

type ServerDoor = Pick<ShareDoor, 'address' | 'hasAddress' | 'saveUrl' | 'within'>;

function serverDoor(home: string, env: Environment, userHome: () => string): ServerDoor {
  const found = () => shareAddress(env, home, userHome());
  return {
    address: () => {
      const address = found();
      return { shown: shown(address), isEncrypted: address.ssl !== false };
    },
    hasAddress: () => Boolean(env['CORTEX_SHARE_URL']?.trim()) || existsSync(shareUrlFile(home)),
    saveUrl: (text) => {
      ensureGiven(home);
      // Refused before it is kept.
      parseAddress(text, 'Standard input');
      writeAtomic(shareUrlFile(home), `${text.trim()}\n`);
    },
    within: async (work) => {
      const log = await connectServer(found());
      try {
        return await work(log);
      } finally {
        await log.close();
      }
    },
  };
}

/** The lock of a sync, and the place of the one that waits for it. */
function lockDoor(home: string): Pick<ShareDoor, 'alone' | 'aloneNext'> {
  const alone: ShareDoor['alone'] = (work) => exclusivelyNow(join(home, 'share.lock'), work);
  return {
    alone,
    aloneNext: async (work) => {
      const begun = await exclusivelyNow(join(home, 'share.next'), async () => {
        for (;;) {
          const running = alone(async () => ({ is: await work() }));
          // The lock is taken, or not, before anything is awaited.
          const isBusy = await Promise.race([running.then((done) => done === null), rest(WAIT_MS)]);
          if (isBusy !== true) return { running };
          await rest(WAIT_MS);
        }
      });
      // From here on the next one may wait.
      return (await begun?.running)?.is ?? null;
    },
  };
}

const WAIT_MS = 50;

function rest(millis: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, millis));
}

async function connectServer(address: ShareAddress): Promise<SharedServer> {
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
