import type { Scope } from '../../domain/base/scope.ts';
import { remoteElsewhere } from '../../domain/projects/signs.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';
import { newOrigin } from '../cipher.ts';
import {
  type Codec,
  isSealedName,
  type LogHeads,
  type SegmentLog,
  type SharedServer,
} from '../log.ts';
import { inviteSql } from '../postgres/schema.ts';
import { shareOf } from '../sql/share.ts';
import { BRING_KEY, shortName } from './look.ts';
import { openBody } from './sync.ts';

/** The tools that setting up a share needs. */
export interface ShareTools {
  /** Works on the server, over a connection of its own. */
  within<T>(work: (log: SharedServer) => Promise<T>): Promise<T>;
  codec(): Codec;
}

/** A folder with the name that its project has on every machine. */
export interface SharePlace {
  readonly scope: Scope;
  readonly place: string;
  readonly project: string;
}

/** The project here: by its declared id, else its remote, else the name that the person gives it. */
export function placeHere(
  deps: Pick<Deps, 'locate' | 'signs' | 'history'>,
  cwd: string,
  named?: string,
): SharePlace {
  const { scope, place } = deps.locate(cwd);
  if (place === undefined || (place === scope.root && deps.history(place) === null))
    throw new Failure(
      'This folder is in no git repository.',
      'Only the work of repositories is shared.',
    );
  const signs = deps.signs.read(place);
  const project = named ?? signs.declared ?? remoteElsewhere(signs);
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
  here: SharePlace,
  { isFirst, unproven, unsealed }: SetupChoice,
): Promise<{ readonly login: string; readonly commit: string | null; readonly isAbove: boolean }> {
  const { scope, project } = here;
  await refuseTwice(deps, here);
  return tools.within(async (server) => {
    if (!(await server.hasSchema())) {
      if (!isFirst) throw noSchema();
      await makeSchema(server);
    }
    const codec = tools.codec();
    if (!codec.isSecret && !unsealed) await refusePlainText(server, project);
    const name = codec.nameOf(project);
    const heads = await server.heads(name);
    const { login } = heads;
    if (heads.role === null && !(isFirst && (await server.found(name))))
      throw new Failure(
        `${login} is not a member of ${project}${codec.isSecret ? ' under this key' : ''}.`,
        `If others share it, it needs their key: cortex share key. Else an administrator of the database runs this, then try again:\n\n${inviteSql(name, login, 'member')}`,
      );
    const commit = isFirst
      ? null
      : await requireProof(deps, server, codec, { ...here, name, heads, unproven });
    await shareOf(deps).shareProject({
      scopeKey: scope.key,
      project,
      name,
      origin: newOrigin(login),
      since: deps.now(),
    });
    await thawAll(deps, scope);
    return { login, commit, isAbove: await server.isAboveThePolicies() };
  });
}

/** Sessions in cold storage are sent like the others; maintenance moves them back once they are. */
export async function thawAll(deps: Pick<Deps, 'store'>, { key }: Scope): Promise<void> {
  for (const id of await shareOf(deps).sessionsIn(key, 'cold_sessions')) await deps.store.thaw(id);
}

function noSchema(): Failure {
  return new Failure(
    'The database has no schema of Cortex yet.',
    'On the first machine: cortex share init',
  );
}

async function makeSchema(server: SharedServer): Promise<void> {
  try {
    await server.prepare();
  } catch (error) {
    throw new Failure(
      `This login may not make the schema: ${(error as Error).message}.`,
      'An administrator of the database runs it once: cortex share init --print-sql | psql <database>',
    );
  }
}

/** Refuses plain text to a login with sealed projects: without their key nobody can tell whether one is this project. Asked before the clear name is sent. */
async function refusePlainText(server: SharedServer, project: string): Promise<void> {
  const sealed = (await server.projects()).filter(isSealedName);
  if (sealed.length === 0) return;
  throw new Failure(
    `This machine has no key, and your login is a member of a sealed project of this database (${sealed.map(shortName).join(', ')}).`,
    `If that is ${project}, bring its key. ${BRING_KEY}, then cortex share join. To share ${project} in plain text all the same: --unsealed`,
  );
}

export async function refuseTwice(deps: Deps, { scope, project }: SharePlace): Promise<void> {
  const all = await shareOf(deps).sharedProjects();
  const shared =
    (await shareOf(deps).sharedProject(scope.key)) ?? all.find((one) => one.project === project);
  if (shared)
    throw new Failure(
      `${shared.project} is shared already (${shared.scopeKey}).`,
      'cortex share status tells how it stands. Two folders of one project are joined by cortex project link.',
    );
}

/** Segments at the end of each stream that are searched for a commit. */
const LOOKED_AT = 20;

/**
 * A name is a claim that any folder can make. What others recorded is told here only where a commit of theirs is in this
 * repository. Null: nobody recorded one yet, or the person vouches for it.
 */
export async function requireProof(
  { signs }: Pick<Deps, 'signs'>,
  log: Pick<SegmentLog, 'pull'>,
  codec: Codec,
  at: SharePlace & { readonly name: string; readonly heads: LogHeads; readonly unproven: boolean },
): Promise<string | null> {
  const recorded = new Set<string>();
  let isSealed = false;
  let isReadable = false;
  for (const { origin, n } of at.heads.origins) {
    const after = Math.max(0, n - LOOKED_AT);
    for (const segment of await log.pull(at.name, [{ origin, after }], LOOKED_AT)) {
      const body = openBody(codec, segment);
      if (body) isReadable = true;
      else isSealed = true;
      for (const { record } of body?.records ?? []) {
        if (record.kind === 'visit' && record.head !== null) recorded.add(record.head);
        if (record.kind === 'session' && record.session.head !== null)
          recorded.add(record.session.head);
      }
    }
  }
  if (isSealed && !isReadable)
    throw new Failure('What is shared was sealed with a key that is not here.', BRING_KEY);
  const found = signs.commits(at.place, [...recorded]);
  const proof = [...recorded].find((hash) => found.get(hash) === 'commit');
  if (proof !== undefined || recorded.size === 0 || at.unproven) return proof ?? null;
  const why =
    found.size > 0
      ? 'only the first of the repository is in it, which forks and templates have too'
      : 'none is in it';
  throw new Failure(
    `This folder is not proven to be ${at.project}: of the commits that others worked at ${why}.`,
    `git fetch${signs.isShallow(at.place) ? ' --unshallow' : ''}, then try again. Where you know that it is the same project: cortex share join --unproven`,
  );
}
