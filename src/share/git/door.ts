import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../domain/base/runtimes.ts';
import { sealedCodec } from '../cipher.ts';
import { markDue } from '../due.ts';
import type { LogConnection } from '../engine/run.ts';
import type { GitAddress } from './address.ts';
import { openCodec, sealerOf } from './envelope.ts';
import { GitLog } from './log.ts';
import {
  makeRepository,
  readRemoteAddress,
  repositoryAt,
  type ShareRepository,
} from './repository.ts';

/** The part of a home that belongs to git remotes. */
export interface GitDoor {
  readonly env: Environment;
  /** The folder of all repositories. */
  readonly folder: string;
  folderOf(project: string): string;
  addressOf(project: string): GitAddress;
  repositoryOf(project: string): ShareRepository;
  make(project: string, address: GitAddress): ShareRepository;
  /** Everything of the project that is not in the database. */
  remove(project: string): void;
  logOf(project: string, key: Uint8Array): GitLog;
  /** Works on the log, and closes it. */
  within<T>(
    project: string,
    key: Uint8Array,
    work: (connection: LogConnection) => Promise<T>,
  ): Promise<T>;
}

export function gitDoor(home: string, env: Environment): GitDoor {
  const folder = join(home, 'share.git');
  const folderOf = (project: string) => join(folder, `${folderName(project)}.git`);
  const repositoryOf = (project: string) => repositoryAt(folderOf(project), env);
  /** One for each project and key: what was looked at is not asked for again. */
  const logs = new Map<string, GitLog>();
  const logOf = (project: string, key: Uint8Array) => {
    const name = `${Buffer.from(key).toString('hex')} ${project}`;
    const log = logs.get(name) ?? new GitLog(repositoryOf(project), sealerOf(key));
    logs.set(name, log);
    return log;
  };
  return {
    env,
    folder,
    folderOf,
    repositoryOf,
    logOf,
    addressOf: (project) => readRemoteAddress(folderOf(project)),
    make: (project, address) => {
      markDue(home);
      makeRepository(folderOf(project), address);
      logs.clear();
      return repositoryOf(project);
    },
    remove: (project) => {
      logs.clear();
      const folder = folderOf(project);
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
    within: async (project, key, work) => {
      const log = logOf(project, key);
      const codec = openCodec(sealedCodec(key).nameOf);
      try {
        return await work({ log, codec, server: null, newOrigin: () => log.newStream() });
      } finally {
        // A sync that failed has said so, and packing can wait.
        await log.close().catch(() => {});
      }
    },
  };
}

/** Readable for whoever looks into the home, and different for projects that differ in other letters alone. */
function folderName(project: string): string {
  const mark = createHash('sha256').update(project).digest('hex').slice(0, 8);
  return `${project.replace(/[^\w.-]+/g, '-').slice(0, 60)}-${mark}`;
}
