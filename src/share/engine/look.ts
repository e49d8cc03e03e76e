import type { SessionId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import { iso, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { Failure } from '../../engine/errors.ts';
import type { Copies } from '../../engine/upkeep/copy.ts';
import { forget } from '../../engine/upkeep/forget.ts';
import type { Audience } from '../domain/record.ts';
import { type Codec, isSealedName, type Member, NotAMember, type SharedLog } from '../log.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { type StreamCursor, shareOf } from '../sql/share.ts';

type StoreDeps = Pick<Deps, 'store'>;

/** The shared project of a scope; null where it is not shared. */
export function sharedIn({ store }: StoreDeps, { key }: Pick<Scope, 'key'>): Promise<SharedProject | null> {
  return shareOf({ store }).sharedProject(key);
}

export function allShared({ store }: StoreDeps): Promise<readonly SharedProject[]> {
  return shareOf({ store }).sharedProjects();
}

/** How a shared project stands, as far as this machine knows. */
export interface ShareOverview extends SharedProject {
  /** Records that wait to be sent. */
  readonly waiting: number;
  readonly streams: readonly StreamCursor[];
  /** Pins and rules that are marked for the team. */
  readonly marked: number;
}

export async function overview({ store }: StoreDeps, codec: () => Codec): Promise<readonly ShareOverview[]> {
  return Promise.all(
    (await shareOf({ store }).sharedProjects()).map(async (project) => ({
      ...project,
      problem: keyTrouble(codec, project)?.message ?? project.problem,
      waiting: await shareOf({ store }).waitingRecords(project.scopeKey),
      streams: await shareOf({ store }).cursors(project.scopeKey),
      marked: (await shareOf({ store }).marked(project.scopeKey)).length,
    })),
  );
}

type Named = Pick<SharedProject, 'project' | 'name'>;

/**
 * The trouble with the key of a project here; null where there is none. Without the key that it was shared with, a sync would send
 * plain text, or what nobody can open.
 */
export function keyTrouble(codec: () => Codec, { project, name }: Named): Failure | null {
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

export function requireKey(codec: () => Codec, project: Named): void {
  const trouble = keyTrouble(codec, project);
  if (trouble) throw trouble;
}

export const BRING_KEY = 'On a machine that has it: cortex share key --show. Here: cortex share key --set';

/** By this two machines can compare sealed projects. */
export function shortName(name: string): string {
  return name.slice(0, 8);
}

/** Says of a sealed project who shares it unsealed too, as far as this login sees it. The clear name is told to no server that lacks it. */
export async function unsealedToo(log: SharedLog, { project, name }: SharedProject): Promise<string | null> {
  if (name === project || !(await log.projects()).includes(project)) return null;
  const authors = new Set((await log.heads(project)).origins.map(({ author }) => author));
  if (authors.size === 0) return null;
  return `${project} is also shared unsealed, by ${[...authors].join(', ')}: the administrator of the database can read that`;
}

/** A line of status, for programs. */
export interface SharedLine {
  readonly project: string;
  readonly pushed_at: string | null;
  readonly pulled_at: string | null;
  readonly problem: string | null;
}

export async function sharedLines({ store }: StoreDeps, codec: () => Codec): Promise<readonly SharedLine[]> {
  return (await shareOf({ store }).sharedProjects()).map(({ pushedAt, pulledAt, ...one }) => ({
    ...{ project: one.project, problem: keyTrouble(codec, one)?.message ?? one.problem },
    pushed_at: pushedAt === null ? null : iso(pushedAt),
    pulled_at: pulledAt === null ? null : iso(pulledAt),
  }));
}

/** The scope of a shared project, with the root that its last session saw. */
export async function scopeOfShared({ store }: StoreDeps, { scopeKey }: SharedProject): Promise<Scope> {
  const known = (await store.projects()).find(({ key }) => key === scopeKey);
  const place = scopeKey.replace(/\/\.git$/, '');
  const label = known?.label ?? `project:${place.slice(place.lastIndexOf('/') + 1)}`;
  return { key: scopeKey, label, root: known?.root ?? place };
}

/** Puts on record why nothing could be sent or received. */
export function noteProblem(
  { store }: StoreDeps,
  { scopeKey }: SharedProject,
  error: unknown,
): Promise<void> {
  return shareOf({ store }).noteSync(scopeKey, {
    problem: error instanceof Error ? error.message : String(error),
  });
}

/**
 * Ends sharing here, and says what teammates left. `copies`: their words go too, also out of backups; `copiesLeft` where another
 * process was at those.
 */
export async function leave(deps: Deps, project: SharedProject, copies: (() => Copies) | null = null) {
  const left = await shareOf(deps).leaveProject(project.scopeKey, copies ? 'forget' : 'keep');
  if (!copies) return { ...left, forgotten: false, copiesLeft: false };
  await shareOf(deps).settle(await scopeOfShared(deps, project));
  const done = await forget(deps, copies(), {}, undefined, true);
  return { ...left, forgotten: true, copiesLeft: done.kind === 'busy' };
}

/**
 * Forgets what was withdrawn on another machine, as if it had been forgotten here; false where that has to wait. Rows went when
 * the withdrawal came; sessions and memories of the person, mirrors and backups go here.
 */
export async function obey(
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
  const done = await forget(deps, copies(), { memories, sessions, withdrawn }, undefined, true);
  return done.kind !== 'busy';
}

/** A member as others see it. */
export interface SeenMember extends Member {
  readonly isSelf: boolean;
  /** When something of theirs that this login may read last came to the server; null: never. */
  readonly lastSeen: Millis | null;
  /** Readers of their shared items; null if none was seen. */
  readonly audience: Audience | null;
}

export async function membersOf(
  log: SharedLog,
  { name, project }: SharedProject,
  config: Deps['config'],
): Promise<readonly SeenMember[]> {
  const members = await log.members(name);
  const { login, role, origins } = await log.heads(name);
  if (role === null) throw new NotAMember(login, project, false);
  return members.map((member) => {
    const own = origins.filter(({ author }) => author === member.login);
    const isSelf = member.login === login;
    const sends = isSelf ? (config['share.audience'] as Audience) : own.length > 0 ? 'team' : null;
    return {
      ...{ ...member, isSelf, audience: member.role === 'reader' ? null : sends },
      lastSeen: own.length === 0 ? null : Math.max(...own.map(({ arrived }) => arrived)),
    };
  });
}

/** The state of a shared project by the server and by this machine. */
export interface ShareHealth {
  /** Null: this login is no member any more. */
  readonly role: string | null;
  readonly streams: number;
  readonly stopped: readonly StreamCursor[];
  /** The number of a record of metrics whose seal was shared and that is not here any more; null where all is well. */
  readonly lostMetric: number | null;
  /** Says who shares a sealed project unsealed too; null: nobody. */
  readonly unsealed: string | null;
}

export async function healthOf(
  { store }: StoreDeps,
  log: SharedLog,
  project: SharedProject,
): Promise<ShareHealth> {
  const { role, origins } = await log.heads(project.name);
  const sent = await shareOf({ store }).sentMetrics(project.scopeKey);
  const isThere = sent === null || (await store.metricHash(sent.number)) === sent.seal;
  return {
    ...{ role, streams: origins.length },
    stopped: (await shareOf({ store }).cursors(project.scopeKey)).filter(({ stopped }) => stopped !== null),
    lostMetric: isThere ? null : sent.number,
    unsealed: await unsealedToo(log, project),
  };
}
