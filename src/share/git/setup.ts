import { randomBytes } from 'node:crypto';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';
import { type KeyWord, sealedCodec } from '../cipher.ts';
import { BRING_KEY } from '../engine/look.ts';
import { refuseTwice, requireProof, type SharePlace, thawAll } from '../engine/setup.ts';
import { shareOf } from '../sql/share.ts';
import { type GitAddress, gitUrl, isSameRepository, originOfCode } from './address.ts';
import type { GitDoor } from './door.ts';
import { openCodec } from './envelope.ts';
import type { GitLog } from './log.ts';
import { FETCHED, SEEN, type ShareRepository } from './repository.ts';
import { RemoteTrouble } from './trouble.ts';

/** A person's choices for sharing through git. */
export interface GitChoice {
  readonly word: KeyWord;
  readonly address: GitAddress;
  /** `init`: the remote is tried first. `join`: somebody began already. `given`: the key in the environment is consent to either. */
  readonly how: 'init' | 'join' | 'given';
  /** He knows that everybody can read the sealed bytes. */
  readonly isPublicFine: boolean;
  /** The person vouches that the folder is the project. */
  readonly unproven: boolean;
}

/** The repository that is meant: a typed one, that of the key, else the remote of the code itself. */
export function addressMeant(
  here: SharePlace,
  typed: string | undefined,
  word: KeyWord | null,
  door: GitDoor,
): GitAddress {
  const origin = originOfCode(here.place);
  const text = typed ?? word?.url ?? origin;
  if (text === null)
    throw new Failure(
      'This checkout has no remote called origin, and no repository is named.',
      'Name one that you may push to: cortex share init --git <url>',
    );
  return {
    url: gitUrl(text, door.env),
    isOfCode: origin !== null && isSameRepository(origin, text),
  };
}

/** Begins to share through git. Nothing stays here unless the remote, the key and the proof are right. */
export async function setUpGit(
  deps: Deps,
  door: GitDoor,
  here: SharePlace,
  choice: GitChoice,
): Promise<{ readonly commit: string | null }> {
  const { scope, project } = here;
  const { word, address, how } = choice;
  await refuseTwice(deps, here);
  const repository = door.make(project, address);
  try {
    const log = door.logOf(project, word.key);
    const codec = openCodec(sealedCodec(word.key).nameOf);
    const name = codec.nameOf(project);
    const heads = await log.heads(name);
    const isFirst = !log.isBegun(name);
    if (isFirst && how === 'join')
      throw new Failure(
        `Nothing of ${project} is in ${address.url} under this key.`,
        `On the first machine: cortex share init --git. With another key: ${BRING_KEY}`,
      );
    if (isFirst && !choice.isPublicFine) await refusePublic(repository);
    const isVouched = choice.unproven || how === 'given' || isFirst;
    const commit = isVouched
      ? null
      : await requireProof(deps, log, codec, { ...here, name, heads, unproven: false });
    const origin = log.newStream();
    if (how === 'init') await proveRemote(repository, () => log.enrol(name, origin));
    await shareOf(deps).shareProject({
      scopeKey: scope.key,
      project,
      name,
      origin,
      since: deps.now(),
    });
    await thawAll(deps, scope);
    log.keepLook(name);
    return { commit };
  } catch (error) {
    if (!(await shareOf(deps).sharedProject(scope.key))) door.remove(project);
    throw error;
  }
}

/** Refuses a repository that everybody can copy: sealed as it is, it tells for all time when and how much somebody worked. */
async function refusePublic(repository: ShareRepository): Promise<void> {
  if (!(await repository.isPublic())) return;
  throw new Failure(
    `Everybody can read ${repository.address.url}: it answers without asking who is there.`,
    'Take a private repository: cortex share init --git <url>. Where sealed bytes may be public: --public',
  );
}

/** Shows that the remote takes our refs, gives them back and lets them go. */
async function proveRemote(repository: ShareRepository, enrol: () => Promise<void>): Promise<void> {
  // The first branch of an empty repository becomes its default one, which nobody may delete.
  await enrol();
  const ref = `${randomBytes(12).toString('hex')}/${randomBytes(12).toString('hex')}`;
  const commit = await repository.write(ref, null, [randomBytes(32)]);
  await repository.push(ref, commit, null);
  const isThere = (await repository.listed()).some(
    (line) => line.startsWith(commit) && line.endsWith(ref),
  );
  await repository.name(new Map([FETCHED, SEEN].map((space) => [`${space}${ref}`, null])));
  if (!isThere)
    throw new RemoteTrouble(
      `${repository.address.url} took a ref and does not show it.`,
      'Take a private repository of your own: cortex share init --git <url>',
    );
  await repository.remove(ref, commit);
}

/** Moves what lies under a key to another one. `own`: other machines bring theirs, once they have the new key. */
export async function moveStreams(
  from: { readonly log: GitLog; readonly name: string },
  to: { readonly log: GitLog; readonly name: string },
  which: 'own' | 'all',
): Promise<number> {
  const before = await from.log.heads(from.name);
  const after = new Map((await to.log.heads(to.name)).origins.map(({ origin, n }) => [origin, n]));
  let moved = 0;
  for (const { origin } of before.origins) {
    if (which === 'own' && !from.log.mayWrite(origin)) continue;
    const held = await heldBehind(from, origin, after.get(origin) ?? 0);
    await to.log.carry(to.name, origin, held);
    moved += held.length;
  }
  await from.log.moveAway(from.name);
  return moved;
}

function heldBehind(
  from: { readonly log: GitLog; readonly name: string },
  origin: string,
  after: number,
) {
  return from.log.pull(from.name, [{ origin, after }], Number.MAX_SAFE_INTEGER);
}
