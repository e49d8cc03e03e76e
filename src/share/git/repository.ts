import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../domain/base/runtimes.ts';
import {
  ensureDir,
  freeBytes,
  listNames,
  readBounded,
  writeAtomic,
} from '../../system/base/files.ts';
import { readGitSettings } from '../../system/projects/git-files.ts';
import { canBeAnonymous, type GitAddress } from './address.ts';
import { type Signer, signerOf } from './envelope.ts';
import { type Git, type GitOutput, gitIn } from './program.ts';
import { RemoteTrouble, troubleOfRemote } from './trouble.ts';

const REMOTE = 'thread';
const NAMED = { section: `[remote "${REMOTE}"]`, name: 'url' };
const OF_CODE = { section: '[cortex]', name: 'ofcode' };

/** The refs of the remote as they were fetched, and as they were accepted. */
export const FETCHED = 'refs/remote/';
export const SEEN = 'refs/seen/';
const NEXT = 'refs/next/';

/** One file in the tree of each commit; whoever it is by, and when, is the same for all. */
const FILE = 's';
const WHO = 's <s> 0 +0000';

/** The bare repository of one project in the home: nothing of a checkout is read or written. */
export interface ShareRepository {
  readonly folder: string;
  readonly address: GitAddress;
  /** Names of refs with their commits: below `refs/remote/` and `refs/seen/`. */
  refs(): Promise<ReadonlyMap<string, string>>;
  /** Brings what the remote has below a folder of refs. */
  fetch(below: string): Promise<void>;
  /** The sealed content of commits, in their order; null for what is not there. */
  blobs(commits: readonly string[]): Promise<readonly (Buffer | null)[]>;
  /** Commits up to each of these, the newest first. */
  histories(tips: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Commits, one upon the other; the name of the last. Without a parent they are a new root. */
  write(ref: string, parent: string | null, blobs: readonly Uint8Array[]): Promise<string>;
  /** False where the ref is not what was expected there. */
  push(ref: string, commit: string, expected: string | null): Promise<boolean>;
  remove(ref: string, expected: string): Promise<void>;
  /** Changes names of refs all at once; null removes one. */
  name(refs: ReadonlyMap<string, string | null>): Promise<void>;
  /** Packs what lies around loose; `everything`: and lets go of what nothing refers to. */
  tidy(what: 'loose' | 'everything'): Promise<void>;
  /** Bytes on this disk. */
  size(): Promise<number>;
  /** Everything that the remote has below our part of its refs. */
  listed(): Promise<readonly string[]>;
  /** Whether it answers somebody who does not say who he is. */
  isPublic(): Promise<boolean>;
  signers(): readonly Signer[];
  keep(signer: Signer): void;
}

export function repositoryAt(folder: string, env: Environment): ShareRepository {
  const address = readRemoteAddress(folder);
  const git = gitIn(folder, env, address.url);
  const asked = async (args: readonly string[], input?: string | Uint8Array) =>
    requireSuccess(folder, await git.local(args, input), args[0]!).output;
  const name: ShareRepository['name'] = async (refs) => {
    const lines = [...refs].map(([ref, commit]) =>
      commit === null ? `delete ${ref}` : `update ${ref} ${commit}`,
    );
    if (lines.length > 0) await asked(['update-ref', '--stdin'], `${lines.join('\n')}\n`);
  };
  return {
    folder,
    address,
    name,
    ...remoteOf(git, address, name),
    ...keysOf(folder),
    refs: async () => {
      const output = await asked([
        'for-each-ref',
        '--format=%(refname) %(objectname)',
        FETCHED,
        SEEN,
      ]);
      return new Map(splitOutput(output).map((line) => line.split(' ') as [string, string]));
    },
    blobs: (commits) => blobsOf(folder, git, commits),
    histories: async (tips) => {
      if (tips.length === 0) return new Map();
      const output = await asked(['rev-list', '--parents', '--stdin'], `${tips.join('\n')}\n`);
      const parents = new Map<string, string | undefined>();
      for (const line of splitOutput(output)) {
        const [commit, parent] = line.split(' ');
        parents.set(commit!, parent);
      }
      return new Map(tips.map((tip) => [tip, chain(tip, parents)]));
    },
    write: async (ref, parent, blobs) => {
      await asked(
        ['fast-import', '--quiet', '--force'],
        fastImportInput(`${NEXT}${ref}`, parent, blobs),
      );
      return (await asked(['rev-parse', '--verify', `${NEXT}${ref}`])).toString('utf8').trim();
    },
    tidy: async (what) => {
      if (what === 'everything') await asked(['gc', '--quiet', '--prune=now']);
      else if (looseIn(folder) > MOST_LOOSE) await asked(['repack', '-d', '--quiet']);
    },
    size: async () => {
      const output = (await asked(['count-objects', '-v'])).toString('utf8');
      const kibibytes = [...output.matchAll(/^size(?:-pack)?: (\d+)$/gm)];
      return kibibytes.reduce((sum, [, one]) => sum + Number(one), 0) * 1024;
    },
  };
}

type RemoteCommands = Pick<ShareRepository, 'fetch' | 'push' | 'remove' | 'listed' | 'isPublic'>;

/** The part that talks to somebody else. */
function remoteOf(
  git: Git,
  { url, isOfCode }: GitAddress,
  name: ShareRepository['name'],
): RemoteCommands {
  const prefix = isOfCode ? 'refs/cortex/' : 'refs/heads/';
  const asked = async (args: readonly string[]) => {
    const answer = await git.remote(args);
    if (answer.status !== 0) throw troubleOfRemote(url, answer.errors);
    return answer.output;
  };
  const lease = (ref: string, expected: string | null) =>
    `--force-with-lease=${prefix}${ref}:${expected ?? ''}`;
  return {
    fetch: async (below) => {
      const spec = `+${prefix}${below}/*:${FETCHED}${below}/*`;
      await asked(['fetch', '--quiet', '--prune', ...FETCHING, REMOTE, spec]);
    },
    push: async (ref, commit, expected) => {
      const spec = `${commit}:${prefix}${ref}`;
      const { status, output, errors } = await git.remote([
        'push',
        ...PUSHING,
        lease(ref, expected),
        REMOTE,
        spec,
      ]);
      const said = output.toString('utf8');
      if (status !== 0 && /\[rejected\] \((?:stale info|fetch first|non-fast-forward)/.test(said))
        return false;
      if (status !== 0) throw troubleOfRemote(url, `${said}\n${errors}`);
      await name(new Map([FETCHED, SEEN].map((space) => [`${space}${ref}`, commit])));
      return true;
    },
    remove: async (ref, expected) => {
      await asked(['push', ...PUSHING, lease(ref, expected), REMOTE, `:${prefix}${ref}`]);
    },
    listed: async () => splitOutput(await asked(['ls-remote', REMOTE, `${prefix}*`])),
    isPublic: async () =>
      canBeAnonymous(url) && (await git.anonymous(['ls-remote', REMOTE])).status === 0,
  };
}

/** The keys of the streams that this machine writes. */
function keysOf(folder: string): Pick<ShareRepository, 'signers' | 'keep'> {
  const place = join(folder, 'machine-keys');
  return {
    signers: () =>
      listNames(place).flatMap((file) => {
        const secret = readBounded(join(place, file), 4096)?.toString('utf8') ?? '';
        return secret === '' ? [] : [signerOf(secret.trim())];
      }),
    keep: (signer) => {
      ensureDir(place);
      writeAtomic(join(place, signer.origin.slice(-32)), `${signer.secret}\n`);
    },
  };
}

const FETCHING = [
  '--no-tags',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--no-write-fetch-head',
  '--no-show-forced-updates',
];
const PUSHING = [
  '--porcelain',
  '--no-verify',
  '--no-signed',
  '--recurse-submodules=no',
  '--no-follow-tags',
];
/** Files of loose objects in one of the 256 folders, from which on packing pays. */
const MOST_LOOSE = 12;

/** Makes the repository where it is missing, and writes the address into its settings, which only we can read. */
export function makeRepository(folder: string, address: GitAddress): void {
  for (const place of [join(folder, '..'), folder]) ensureDir(place);
  // By hand where git could copy a template of hooks.
  for (const name of ['objects', 'refs'])
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  if (readBounded(join(folder, 'HEAD'), 1024) === null)
    writeAtomic(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  writeAtomic(join(folder, 'config'), configText(address));
}

function configText({ url, isOfCode }: GitAddress): string {
  const quoted = url.replace(/(["\\])/g, '\\$1');
  return [
    '[core]',
    '\trepositoryformatversion = 0',
    '\tbare = true',
    '\tlogallrefupdates = false',
    `[remote "${REMOTE}"]`,
    `\turl = "${quoted}"`,
    '[cortex]',
    `\tofcode = ${isOfCode}`,
    '',
  ].join('\n');
}

export function readRemoteAddress(folder: string): GitAddress {
  const [url, ofCode] = readGitSettings(join(folder, 'config'), [NAMED, OF_CODE]);
  if (!url)
    throw new RemoteTrouble(
      'The repository of this project in the home of Cortex is gone.',
      'cortex share leave, then cortex share join: what is new here is sent again.',
    );
  return { url, isOfCode: ofCode === 'true' };
}

function looseIn(folder: string): number {
  return listNames(join(folder, 'objects', '17')).length;
}

/** Less than this is a full disk for whoever writes several files. */
const LEAST_ROOM = 256 * 1024;

function requireSuccess(folder: string, answer: GitOutput, what: string): GitOutput {
  if (answer.status === 0) return answer;
  const isFull =
    /No space left|disk quota/i.test(answer.errors) ||
    (freeBytes(folder) ?? Number.POSITIVE_INFINITY) < LEAST_ROOM;
  for (const name of listNames(folder).filter((one) => one.startsWith('fast_import_crash')))
    rmSync(join(folder, name), { force: true });
  if (isFull)
    throw new RemoteTrouble(
      'The disk is full.',
      'Make room; what was stored is safe, and is sent later.',
    );
  const why =
    /^fatal: (.*)$/m.exec(answer.errors)?.[1] ?? answer.errors.trim().split('\n').at(-1) ?? '';
  throw new RemoteTrouble(
    `git ${what} does not work in the home of Cortex: ${why}`,
    'What is new here waits. Where it goes on: cortex share leave, then cortex share join.',
  );
}

async function blobsOf(
  folder: string,
  git: Git,
  commits: readonly string[],
): Promise<(Buffer | null)[]> {
  if (commits.length === 0) return [];
  const asked = commits.map((commit) => `${commit}:${FILE}\n`).join('');
  const { output } = requireSuccess(
    folder,
    await git.local(['cat-file', '--batch'], asked),
    'cat-file',
  );
  const found: (Buffer | null)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [, type, size] = output.subarray(at, end).toString('latin1').split(' ');
    at = end + 1;
    const isThere = size !== undefined && /^\d+$/.test(size);
    found.push(isThere && type === 'blob' ? output.subarray(at, at + Number(size)) : null);
    if (isThere) at += Number(size) + 1;
  }
  return found;
}

/** As `git fast-import` reads it: one process for any number of commits, and the same bytes give the same commits. */
function fastImportInput(ref: string, parent: string | null, blobs: readonly Uint8Array[]): Buffer {
  const parts: (string | Uint8Array)[] = [
    `reset ${ref}\n`,
    parent === null ? '\n' : `from ${parent}\n\n`,
  ];
  for (const blob of blobs)
    parts.push(
      `commit ${ref}\ncommitter ${WHO}\ndata 0\nM 100644 inline ${FILE}\ndata ${blob.length}\n`,
      blob,
      '\n',
    );
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function chain(tip: string, parents: ReadonlyMap<string, string | undefined>): string[] {
  const commits: string[] = [];
  for (let at: string | undefined = tip; at !== undefined; at = parents.get(at)) commits.push(at);
  return commits;
}

function splitOutput(output: Buffer): string[] {
  return output.toString('utf8').split('\n').filter(Boolean);
}
