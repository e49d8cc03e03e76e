import { join } from 'node:path';
import { contentHash } from '../../domain/base/text/hash.ts';
import { asRecord, parseJson } from '../../domain/base/text/json.ts';
import type { Millis } from '../../domain/base/time.ts';
import { readBounded, writeAtomic } from '../base/files.ts';
import { CODE_CACHE } from '../hooks/code-cache.ts';
import { commitAt, type GitDirectory, readHead } from '../projects/git-files.ts';

/** The past of a path that is not in the working tree, by git's history. */
export interface GitPast {
  /** Branches that have it. */
  readonly on: readonly string[];
  readonly isInHead: boolean;
  /** When a commit took it from HEAD; zero if none did since the time that was asked for. */
  readonly deletedAt: Millis;
}

/** Answers of git about missing files, kept until HEAD or a branch moves: to ask takes half as long as Node takes to start. */
export interface KeptPasts {
  read(
    gitDir: string,
    tips: string,
    paths: readonly string[],
    since: Millis,
  ): ReadonlyMap<string, GitPast>;
  write(gitDir: string, tips: string, pasts: ReadonlyMap<string, GitPast>, since: Millis): void;
}

/** Changes whenever HEAD or one of these references moves; null where that cannot be seen. */
export function marksOfTips(directory: GitDirectory, refs: readonly string[]): string | null {
  const { head } = readHead(directory);
  if (head === null) return null;
  return contentHash([head, ...refs.map((ref) => `${ref} ${commitAt(directory, ref)}`)].join('\n'));
}

const MOST_BYTES = 256 * 1024;
/** Paths of one repository; beyond it older ones are asked for again. */
const MOST_PATHS = 200;

/** A path's branches, whether HEAD has it, when it went, and since when that was asked. */
type KeptPast = readonly [on: readonly string[], isInHead: boolean, at: Millis, since: Millis];

/**
 * A file for each repository, in the folder of what can be made again. Names of files and branches are hashed, because it
 * outlives the sessions that named them.
 */
export function keptPastsIn(home: string, branches: readonly string[]): KeptPasts {
  const fileOf = (gitDir: string) => join(home, CODE_CACHE, `git-${contentHash(gitDir)}.json`);
  const named = new Map(branches.map((branch) => [contentHash(branch), branch]));
  const readFor = (gitDir: string, tips: string): ReadonlyMap<string, KeptPast> => {
    const text = readBounded(fileOf(gitDir), MOST_BYTES)?.toString('utf8') ?? '';
    const found = asRecord<{ tips: unknown; pasts: unknown }>(parseJson(text));
    if (found?.tips !== tips || !Array.isArray(found.pasts)) return new Map();
    return new Map(found.pasts as [string, KeptPast][]);
  };
  return {
    read(gitDir, tips, paths, since) {
      const all = readFor(gitDir, tips);
      return new Map(
        paths.flatMap((path): [string, GitPast][] => {
          const [on, isInHead, deletedAt, from] = all.get(contentHash(path)) ?? [];
          // Asked for a shorter time, it would not know of an earlier removal.
          if (!on || isInHead === undefined || deletedAt === undefined || !(from! <= since))
            return [];
          return [[path, { on: on.flatMap((one) => named.get(one) ?? []), isInHead, deletedAt }]];
        }),
      );
    },
    write(gitDir, tips, pasts, since) {
      const added = [...pasts].map(([path, { on, isInHead, deletedAt }]): [string, KeptPast] => [
        contentHash(path),
        [on.map((branch) => contentHash(branch)), isInHead, deletedAt, since],
      ]);
      const all = [...new Map([...readFor(gitDir, tips), ...added])].slice(-MOST_PATHS);
      try {
        writeAtomic(fileOf(gitDir), JSON.stringify({ tips, pasts: all }));
      } catch {
        // No folder yet, or a full disk: git is asked again.
      }
    },
  };
}
