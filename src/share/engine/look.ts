import type { SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';
import type { Copies } from '../../engine/keeping/copy.ts';
import { forgetHere } from '../../engine/keeping/forget.ts';
import type { ShareAudience } from '../domain/record.ts';
import { type Codec, isSealedName, type Member, NotAMember, type SharedLog } from '../log.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { type StreamCursor, shareOf } from '../sql/share.ts';
import type { TeamRows } from '../sql/take.ts';

type StoreDeps = Pick<Deps, 'store'>;

/** How a shared project stands, as far as this machine knows. */
export interface ShareOverview extends SharedProject {
  /** Records that wait to be sent. */
  readonly waiting: number;
  readonly streams: readonly StreamCursor[];
  /** The number of pins and rules marked for the team. */
  readonly marked: number;
}

export async function sharedOverview(
  deps: StoreDeps,
  codec: () => Codec,
): Promise<readonly ShareOverview[]> {
  const share = shareOf(deps);
  return Promise.all(
    (await share.sharedProjects()).map(async (project) => ({
      ...project,
      problem: keyTrouble(codec, project)?.message ?? project.problem,
      waiting: await share.waitingRecords(project),
      streams: await share.cursors(project.scopeKey),
      marked: (await share.marked(project.scopeKey)).length,
    })),
  );
}

type NamedProject = Pick<SharedProject, 'project' | 'name'>;

/**
 * The trouble with the key of a project here; null where there is none. Without the key that it was shared with, a sync would send
 * plain text, or what nobody can open.
 */
export function keyTrouble(codec: () => Codec, { project, name }: NamedProject): Failure | null {
  let held: Codec;
  try {
    held = codec();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  if (held.nameOf(project) === name) return null;
  if (!isSealedName(name))
    return new Failure(
      `${project} is shared unsealed, but this machine has a key now.`,
      'Without CORTEX_SHARE_KEY it goes on as it was. To seal it: cortex share leave, then cortex share join',
    );
  return new Failure(
    held.isSecret
      ? `${project} was sealed with another key than the one of this machine (${shortName(name)} on the server).`
      : `The key of ${project} is missing here (${shortName(name)} on the server): nothing is sent or received.`,
    BRING_KEY,
  );
}

export function requireKey(codec: () => Codec, project: NamedProject): void {
  const trouble = keyTrouble(codec, project);
  if (trouble) throw trouble;
}

export const BRING_KEY =
  'On a machine that has it: cortex share key --show. Here: cortex share key --set';

/** A short name by which two machines can compare sealed projects. */
export function shortName(name: string): string {
  return name.slice(0, 8);
}

/** Says of a sealed project who shares it unsealed too, as far as this login sees it. The clear name is told to no server that lacks it. */
export async function unsealedToo(
  log: SharedLog,
  { project, name }: SharedProject,
): Promise<string | null> {
  if (name === project || !(await log.projects()).includes(project)) return null;
  const authors = new Set((await log.heads(project)).origins.map(({ author }) => author));
  if (authors.size === 0) return null;
  return `${project} is also shared unsealed, by ${[...authors].join(', ')}: the administrator of the database can read that`;
}

/** The scope of a shared project, with the root that its last session saw. */
export async function scopeOfShared(
  { store }: StoreDeps,
  { scopeKey }: SharedProject,
): Promise<Scope> {
  const known = (await store.projects()).find(({ key }) => key === scopeKey);
  const place = scopeKey.replace(/\/\.git$/, '');
  const label = known?.label ?? `project:${place.slice(place.lastIndexOf('/') + 1)}`;
  return { key: scopeKey, label, root: known?.root ?? place };
}

/** The rows that teammates had shared when sharing ended. */
export interface LeftShare extends TeamRows {
  /** Backups still hold their words: another process was at them. */
  readonly copiesLeft: boolean;
}

/** Ends sharing here, and says what teammates left. `copies`: their words go too, also out of backups. */
export async function leaveShare(
  deps: Deps,
  project: SharedProject,
  copies: (() => Copies) | null = null,
): Promise<LeftShare> {
  const left = await shareOf(deps).leaveProject(project, copies ? 'forget' : 'keep');
  if (!copies) return { ...left, copiesLeft: false };
  await shareOf(deps).settle(await scopeOfShared(deps, project));
  const done = await forgetHere(deps, copies(), {});
  return { ...left, copiesLeft: done.kind === 'busy' };
}

/**
 * Forgets what was withdrawn on another machine, as if it had been forgotten here; false where that has to wait. Rows went when
 * the withdrawal came; sessions and memories of the person, mirrors and backups go here.
 */
export async function obeyWithdrawal(
  deps: Deps,
  copies: () => Copies,
  ids: readonly string[],
  { key }: Pick<Scope, 'key'>,
): Promise<boolean> {
  const memories: string[] = [];
  const sessions: SessionId[] = [];
  for (const id of ids) {
    if (await deps.store.memory(id)) memories.push(id);
    if (await deps.store.session(id as SessionId)) sessions.push(id as SessionId);
  }
  const withdrawn = await shareOf(deps).sessionsIn(key, 'session_states');
  const done = await forgetHere(deps, copies(), { memories, sessions, withdrawn });
  return done.kind !== 'busy';
}

/** A member as others see it. */
interface SeenMember extends Member {
  readonly isSelf: boolean;
  /** When something of theirs that this login may read last came to the server; null: never. */
  readonly lastSeen: Millis | null;
  /** Readers of their shared items; null if none was seen. */
  readonly audience: ShareAudience | null;
}

export async function membersOf(
  log: SharedLog,
  { name, project }: SharedProject,
  config: Deps['config'],
): Promise<readonly SeenMember[]> {
  const members = await log.members(name);
  const { login, role, origins } = await log.heads(name);
  if (role === null) throw new NotAMember(login, project, { isDismissed: false });
  return members.map((member) => {
    const own = origins.filter(({ author }) => author === member.login);
    const isSelf = member.login === login;
    const others = own.length > 0 ? 'team' : null;
    const sends = isSelf ? (config['share.audience'] as ShareAudience) : others;
    return {
      ...member,
      isSelf,
      audience: member.role === 'reader' ? null : sends,
      lastSeen: own.length === 0 ? null : Math.max(...own.map(({ arrived }) => arrived ?? 0)),
    };
  });
}
