import { remoteElsewhere } from '../domain/projects/signs.ts';
import type { Deps } from '../engine/base/deps.ts';
import { Failure } from '../engine/base/errors.ts';
import { count } from '../operations/base/words.ts';
import type { Cli } from '../surfaces/cli/base/context.ts';
import { type KeyWord, keyText, newKeyText, readKey, sealedCodec } from './cipher.ts';
import type { SharedRecord } from './domain/record.ts';
import { isGitStream } from './domain/record.ts';
import { doorOf, type ShareDoor } from './door.ts';
import { BRING_KEY, requireKey } from './engine/look.ts';
import { placeHere, type SharePlace } from './engine/setup.ts';
import { isSameRepository } from './git/address.ts';
import { addressMeant, type GitChoice, moveStreams, setUpGit } from './git/setup.ts';
import type { SharedProject } from './sql/at-events.ts';
import { shareOf } from './sql/share.ts';

/** The part of a call of `cortex share` that git needs. */
export interface GitRun {
  readonly cli: Pick<Cli, 'cwd' | 'confirm' | 'out' | 'err'>;
  readonly deps: Deps;
  readonly door: ShareDoor;
  readonly flags: {
    readonly git: boolean;
    readonly name?: string | undefined;
    readonly public: boolean;
    readonly unproven: boolean;
    readonly yes: boolean;
    readonly 'url-stdin': boolean;
  };
}

/** Whether a git remote is meant: said, or by a key that stands where no server is named. */
export function meansGit({ door, flags }: Pick<GitRun, 'door' | 'flags'>): boolean {
  if (flags.git) return true;
  const word = flags['url-stdin'] || door.hasAddress() ? null : door.word();
  return word !== null && (word.url !== null || door.isWordGiven());
}

/** The outcome of beginning to share through git. */
export type GitBegun =
  | {
      readonly kind: 'begun';
      readonly commit: string | null;
      readonly url: string;
      readonly isKeyNew: boolean;
    }
  | { readonly kind: 'moved'; readonly url: string }
  | { readonly kind: 'refused'; readonly isAttended: boolean };

/** Begins to share through git, by `init` or by `join` with a key. Before it somebody is told what would leave and says yes, unless the key in the environment did. */
export async function beginGit(
  run: GitRun,
  how: 'init' | 'join',
  typed?: string,
): Promise<GitBegun> {
  const { cli, deps, door, flags } = run;
  const here = placeHere(deps, cli.cwd(), flags.name);
  const held = door.word();
  if (held === null && (how === 'join' || door.isWordGiven()))
    throw new Failure('This machine has no key, or not all of it.', BRING_KEY);
  const word = held ?? readKey(newKeyText())!;
  const address = addressMeant(here, typed, word, door.git);
  const choice: GitChoice = {
    word,
    address,
    isPublicFine: flags.public,
    unproven: flags.unproven,
    how: how === 'join' && door.isWordGiven() ? 'given' : how,
  };
  const shared = await shareOf(deps).sharedProject(here.scope.key);
  const isElsewhere =
    shared !== null &&
    isGitStream(shared.origin) &&
    !isSameRepository(door.git.addressOf(shared.project).url, address.url);
  if (choice.how !== 'given' && !flags.yes) {
    for (const line of toldBefore(here, address.url)) cli.err.block(line);
    const answer = await cli.confirm('Share it there?');
    if (!answer) return { kind: 'refused', isAttended: answer !== null };
  }
  if (isElsewhere) {
    door.git.make(shared.project, address);
    return { kind: 'moved', url: address.url };
  }
  if (held === null) door.saveWord(keyText(word.key));
  try {
    const { commit } = await setUpGit(deps, door.git, here, choice);
    return { kind: 'begun', commit, url: address.url, isKeyNew: held === null };
  } catch (error) {
    if (held === null) door.removeKey();
    throw error;
  }
}

function toldBefore({ project }: SharePlace, url: string): readonly string[] {
  return [
    `What sessions of ${project} were asked, answered and did goes to ${url}, sealed: who has your key reads it, nobody else.`,
    'Visible there: when this machine sent something, and how much. To see all that would leave: cortex share status --what-would-leave',
  ];
}

/** Joins by the key in the environment, where there is one and nobody did yet; null where there is none. */
export async function joinGiven(run: GitRun): Promise<SharedProject | null> {
  if (!run.door.isWordGiven() || !meansGit(run)) return null;
  await beginGit(run, 'join');
  return sharedHereOrNull(run);
}

/** Joins the project in the folder of a command by the key in the environment; null too where that is no place to share. */
export async function joinHere(cli: Cli, deps: Deps): Promise<SharedProject | null> {
  const flags = { git: false, public: false, unproven: false, yes: true, 'url-stdin': false };
  const run: GitRun = { cli, deps, door: doorOf(cli), flags };
  const { place } = deps.locate(cli.cwd());
  const signs = place === undefined ? null : deps.signs.read(place);
  const isNamed = signs !== null && (signs.declared ?? remoteElsewhere(signs)) !== null;
  return (await sharedHereOrNull(run)) ?? (isNamed ? joinGiven(run) : null);
}

function sharedHereOrNull({
  cli,
  deps,
}: Pick<GitRun, 'cli' | 'deps'>): Promise<SharedProject | null> {
  return shareOf(deps).sharedProject(deps.locate(cli.cwd()).scope.key);
}

/** The word for another machine: the key, with the repository unless every checkout says it itself. */
export function wordFor(door: ShareDoor, project: SharedProject | null): string | null {
  const word = door.word();
  if (word === null) return null;
  if (project === null || !isGitStream(project.origin)) return keyText(word.key, word.url);
  const { url, isOfCode } = door.git.addressOf(project.project);
  return keyText(word.key, isOfCode ? null : url);
}

/** A new key, under which everything is sealed again that this machine has: the old one opens nothing that comes from now on. */
export async function rotateKey(run: Pick<GitRun, 'deps' | 'door'>): Promise<number> {
  const { deps, door } = run;
  const { projects, word } = await gitProjects(run);
  if (door.isWordGiven())
    throw new Failure(
      'The key of this machine stands in CORTEX_SHARE_KEY.',
      'Change it on a machine that keeps its key in its home, then the variable.',
    );
  // One that was interrupted goes on with its key: that may have sealed something already.
  const next = door.nextWord() ?? readKey(newKeyText())!;
  return moveAll({ deps, door }, projects, { word, next, which: 'all' });
}

/** Moves this machine's own streams to a key that another machine made. */
export async function followKey(
  run: Pick<GitRun, 'deps' | 'door'>,
  next: KeyWord,
): Promise<number> {
  const { projects, word } = await gitProjects(run);
  return moveAll(run, projects, { word, next, which: 'own' });
}

async function gitProjects({ deps, door }: Pick<GitRun, 'deps' | 'door'>) {
  const all = await shareOf(deps).sharedProjects();
  const word = door.word();
  const projects = all.filter(({ origin }) => isGitStream(origin));
  if (word === null || projects.length === 0)
    throw new Failure(
      'Nothing is shared through git from here.',
      'cortex share init --git begins it.',
    );
  if (projects.length < all.length)
    throw new Failure(
      'Projects are shared through a database with this key too.',
      'Leave those first: cortex share leave. Then change the key and join again.',
    );
  return { projects, word };
}

interface KeyChange {
  readonly word: KeyWord;
  readonly next: KeyWord;
  readonly which: 'own' | 'all';
}

/** Moves all streams to the new key, which is kept before its first use: a change that was killed is simply run again. */
async function moveAll(
  { deps, door }: Pick<GitRun, 'deps' | 'door'>,
  projects: readonly SharedProject[],
  { word, next, which }: KeyChange,
): Promise<number> {
  if (door.nextWord() === null) for (const project of projects) requireKey(door.codec, project);
  const [before, after] = [sealedCodec(word.key), sealedCodec(next.key)];
  const done = await door.alone(async () => {
    door.saveNextWord(next);
    let moved = 0;
    for (const { project } of projects) {
      const from = { log: door.git.logOf(project, word.key), name: before.nameOf(project) };
      const to = { log: door.git.logOf(project, next.key), name: after.nameOf(project) };
      if (from.name !== to.name) moved += await moveStreams(from, to, which);
    }
    door.saveWord(keyText(next.key, next.url));
    for (const { project, scopeKey } of projects)
      await shareOf(deps).renameProject(scopeKey, after.nameOf(project));
    door.saveNextWord(null);
    return { moved };
  });
  if (done === null) throw new Failure('A sync is under way.', 'Try again in a moment.');
  return done.moved;
}

/** Records that wait, or that would leave with `init`, as they are stored, and sessions in cold storage, which go too. */
export async function whatWouldLeave({
  cli,
  deps,
}: Pick<GitRun, 'cli' | 'deps'>): Promise<Leaving> {
  const { key } = deps.locate(cli.cwd()).scope;
  const shared = await shareOf(deps).sharedProject(key);
  const cold = shared ? [] : await shareOf(deps).sessionsIn(key, 'cold_sessions');
  return { records: await shareOf(deps).wouldLeave(key), cold: cold.length };
}

export interface Leaving {
  readonly records: readonly SharedRecord[];
  readonly cold: number;
}

export function leavingLines({ records, cold }: Leaving): readonly string[] {
  if (records.length + cold === 0) return ['Nothing waits to be sent.'];
  const kinds = Map.groupBy(records, ({ kind }) => kind);
  const counted = [...kinds].map(([kind, all]) => `${all.length} ${kind}`).join(', ');
  const ofCold = cold === 0 ? [] : [`${count(cold, 'session')} in cold storage, too.`];
  return [
    `${count(records.length, 'record')} would leave, sealed: ${counted}.`,
    ...ofCold,
    ...records.map((one) => JSON.stringify(one)),
  ];
}
