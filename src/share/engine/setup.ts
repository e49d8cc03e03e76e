import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../../engine/deps.ts';
import { Failure } from '../../engine/errors.ts';
import { type Codec, isSealedName, type LogHeads, type SharedLog, type SharedServer } from '../log.ts';
import { inviteSql } from '../postgres/schema.ts';
import type { SharedProject } from '../sql/at-events.ts';
import { shareOf } from '../sql/share.ts';
import { BRING_KEY, shortName } from './look.ts';
import { opened, toSegment } from './sync.ts';

/** The tools that setting up a share needs. */
export interface ShareTools {
  connect(): Promise<SharedServer>;
  codec(): Codec;
  newOrigin(login: string): string;
}

/** A folder with the name that its project has on every machine. */
export interface Place {
  readonly scope: Scope;
  readonly place: string;
  readonly project: string;
}

/** The project here: by its declared id, else its remote, else the name that the person gives it. */
export function placeHere(deps: Pick<Deps, 'locate' | 'signs'>, cwd: string, named?: string): Place {
  const { scope, place } = deps.locate(cwd);
  if (place === undefined)
    throw new Failure('This folder is in no git repository.', 'Only the work of repositories is shared.');
  const { declared, remote } = deps.signs.read(place);
  const project = named ?? declared ?? remote;
  if (project === null)
    throw new Failure(
      'This repository has no remote called origin and declares no id, so other machines would not know it.',
      'Give it one: git config cortex.project <id>',
    );
  return { scope, place, project };
}

/** A person's choices for init and join. */
export interface SetupChoice {
  /** The first machine makes what is missing on the server. */
  readonly isFirst: boolean;
  /** The person vouches that the folder is the project. */
  readonly unproven: boolean;
  /** To share in plain text, though this login has sealed projects whose key is not here. */
  readonly unsealed: boolean;
}

/** Begins to share. Nothing is changed here before key, membership and proof are right. */
export async function setUpShare(
  deps: Deps,
  tools: ShareTools,
  here: Place,
  { isFirst, unproven, unsealed }: SetupChoice,
): Promise<{ readonly login: string; readonly commit: string | null; readonly isAbove: boolean }> {
  const { scope, project } = here;
  await refuseTwice(deps, here);
  const server = await tools.connect();
  try {
    if (!(await server.hasSchema())) await (isFirst ? prepare(server) : refuseWithoutSchema());
    const codec = tools.codec();
    if (!codec.isSecret && !unsealed) await refusePlainText(server, project);
    const name = codec.nameOf(project);
    const heads = await server.heads(name);
    const { login } = heads;
    const isMember = heads.role !== null || (isFirst && (await server.found(name)));
    if (!isMember)
      throw new Failure(
        `${login} is not a member of ${project}${codec.isSecret ? ' under this key' : ''}${isFirst ? ', and may not become its first' : ''}.`,
        `${isFirst ? 'An' : codec.isSecret ? 'Compare the key with the one of the other machine: cortex share key. If it is the same, an' : 'If others share it with a key, bring that first: cortex share key --set. Else an'} administrator of the database runs this, then try again:\n\n${inviteSql(name, login, 'member')}`,
      );
    const commit = isFirst ? null : await proofOf(deps, server, codec, { ...here, name, heads, unproven });
    await shareOf(deps).shareProject({
      ...{ scopeKey: scope.key, project, name, origin: tools.newOrigin(login), since: deps.now() },
    });
    await thawAll(deps, scope);
    return { login, commit, isAbove: await server.isAboveThePolicies() };
  } finally {
    await server.close();
  }
}

/** Sessions in cold storage are sent like the others; maintenance moves them back once they are. */
export async function thawAll(deps: Pick<Deps, 'store'>, { key }: Scope): Promise<void> {
  for (const id of await shareOf(deps).sessionsIn(key, 'cold_sessions')) await deps.store.thaw(id);
}

function refuseWithoutSchema(): never {
  throw new Failure('The database has no schema of Cortex yet.', 'On the first machine: cortex share init');
}

async function prepare(server: SharedServer): Promise<void> {
  try {
    await server.prepare();
  } catch (error) {
    throw new Failure(
      `This login may not make the schema: ${(error as Error).message}.`,
      'An administrator of the database runs it once: cortex share init --print-sql | psql <database>',
    );
  }
}

/** Without the key nobody can tell whether a sealed project is this one. Asked before the clear name is sent. */
async function refusePlainText(server: SharedServer, project: string): Promise<void> {
  const sealed = (await server.projects()).filter(isSealedName);
  if (sealed.length === 0) return;
  throw new Failure(
    `This machine has no key, and your login is a member of a sealed project of this database (${sealed.map(shortName).join(', ')}).`,
    `If that is ${project}, bring its key. ${BRING_KEY}, then cortex share join. cortex share status names it there. To share ${project} in plain text all the same: --unsealed`,
  );
}

async function refuseTwice(deps: Deps, { scope, project }: Place): Promise<void> {
  const shared = await shareOf(deps).sharedProject(scope.key);
  if (shared)
    throw new Failure(`${shared.project} is shared already.`, 'cortex share status tells how it stands.');
  const other = (await shareOf(deps).sharedProjects()).find((one) => one.project === project);
  if (other)
    throw new Failure(
      `${project} is shared from another folder of this machine (${other.scopeKey}).`,
      'Join the two first: cortex project link',
    );
}

/** Segments at the end of each stream that are searched for a commit. */
const LOOKED_AT = 20;

/**
 * A name is a claim that any folder can make. What others recorded is told here only where a commit of theirs is in this
 * repository. Null: nobody recorded one yet, or the person vouches for it.
 */
async function proofOf(
  { signs }: Pick<Deps, 'signs'>,
  log: SharedLog,
  codec: Codec,
  {
    place,
    project,
    name,
    heads,
    unproven,
  }: Place & { readonly name: string; readonly heads: LogHeads; readonly unproven: boolean },
): Promise<string | null> {
  const recorded = new Set<string>();
  let readable = 0;
  let sealed = 0;
  for (const { origin, n } of heads.origins) {
    for (const segment of await log.pull(name, [{ origin, after: Math.max(0, n - LOOKED_AT) }], LOOKED_AT)) {
      const body = opened(codec, segment);
      if (body === null) {
        sealed++;
        continue;
      }
      readable++;
      for (const { record } of body.records) {
        if (record.kind === 'visit' && record.head !== null) recorded.add(record.head);
        if (record.kind === 'session' && record.session.head !== null) recorded.add(record.session.head);
      }
    }
  }
  if (sealed > 0 && readable === 0)
    throw new Failure(
      codec.isSecret
        ? 'What is shared was sealed with another key.'
        : 'What is shared is sealed, and this machine has no key.',
      BRING_KEY,
    );
  const found = signs.commits(place, [...recorded]);
  const proof = [...recorded].find((hash) => found.get(hash) === 'commit');
  if (proof !== undefined) return proof;
  if (recorded.size === 0 || unproven) return null;
  if (found.size > 0)
    throw new Failure(
      `This folder is not proven to be ${project}: of the commits that others worked at only the first of the repository is in it, which forks and templates have too.`,
      'Commit once more and work there, sync, fetch it here, then try again. Where you know that it is the same project: cortex share join --unproven',
    );
  throw new Failure(
    `This folder is not proven to be ${project}: none of the commits that others worked at is in it.`,
    signs.isShallow(place)
      ? 'git fetch --unshallow brings the history. Where you know that it is the same project: cortex share join --unproven'
      : 'git fetch, then try again. Where you know that it is the same project: cortex share join --unproven',
  );
}

/** Empties what this home sent. The numbers stay, so that nobody takes it for a gap. */
export async function withdrawAll(log: SharedLog, codec: Codec, project: SharedProject): Promise<number> {
  const { name, origin } = project;
  let emptied = 0;
  for (let after = 0; ; ) {
    const page = await log.pull(name, [{ origin, after }], 50);
    const last = page.at(-1);
    if (!last) return emptied;
    after = last.n;
    const own = page.map((segment) => {
      const { previous = 0 } = opened(codec, segment) ?? {};
      return toSegment(codec, project, { n: segment.n, audience: segment.audience, previous, records: [] });
    });
    await log.withdraw(own);
    emptied += own.length;
  }
}
