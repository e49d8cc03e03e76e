import { GLOBAL_SCOPE_KEY } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { ToolIntent } from '../../domain/facts/event.ts';
import { redactText } from '../../domain/redact/redact.ts';
import { DeadlinePassed, type Deps, type RoomLearnt } from '../../engine/base/deps.ts';
import type { HomeRoom } from '../../engine/keeping/duty.ts';
import {
  judgeTrigger,
  readCallParts,
  type TriggerVerdict,
  unclearTrigger,
} from '../domain/trigger.ts';
import { keepSops, readSops, type SopEntry } from '../files.ts';
import { type SopTrust, sopsOf } from '../sql.ts';

/** The person's own files are trusted; a project's are when a person has trusted just this content. */
type SopTrustState = SopTrust | 'own' | null;

export interface SeenSop {
  readonly entry: SopEntry;
  /** `changed`: another content of the file was trusted. */
  readonly state: 'ready' | 'off' | 'not trusted' | 'changed' | 'broken';
  readonly trust: SopTrustState;
}

/** Every instruction that concerns a scope, with how it stands with it. What may be given is kept for hooks. */
export async function seeSops(deps: Deps, scope: Scope): Promise<SeenSop[]> {
  const trusts = await sopsOf(deps).trustedSops(scope.key);
  const seen = readSops(deps, scope.root).map((entry): SeenSop => {
    const trust = trustOf(deps, entry, trusts);
    if (!entry.sop) return { entry, trust, state: 'broken' };
    if (trust !== null) return { entry, trust, state: entry.sop.enabled ? 'ready' : 'off' };
    const wasTrusted = trusts.some(({ path }) => path === storedPath(deps, entry.file.name));
    return { entry, trust, state: wasTrusted ? 'changed' : 'not trusted' };
  });
  const given = seen.flatMap(({ entry, trust }) => (trust === null ? [] : [entry]));
  if (deps.yaml) keepSops(deps, given, complaintOf);
  return seen;
}

/** Describes a file that cannot be used, or whose trigger is not understood. */
export function complaintOf({ file, sop, problem }: SopEntry): string | null {
  const wrong = sop ? unclearTrigger(sop) : problem;
  return wrong && `${file.name}: ${wrong}`;
}

/** A path as it is stored: without a secret that it may hold. */
export function storedPath({ config }: Pick<Deps, 'config'>, path: string): string {
  return redactText(path, { strict: config['redaction.strict'] });
}

function trustOf(
  deps: Pick<Deps, 'config' | 'hash'>,
  { file, text }: SopEntry,
  trusts: readonly SopTrust[],
): SopTrustState {
  if (file.origin === 'user') return 'own';
  if (trusts.length === 0 || text === null) return null;
  const [path, hash] = [storedPath(deps, file.name), deps.hash(text)];
  return trusts.find((trust) => trust.path === path && trust.hash === hash) ?? null;
}

export interface Considered {
  readonly entry: SopEntry;
  readonly verdict: TriggerVerdict;
  /** Null also of those that do not apply: nobody asked. */
  readonly trust: SopTrustState;
}

/** Each instruction against one call: whether it is written for it, and trusted. The store is asked only where it has to be. */
export async function judgeSops(
  deps: Deps,
  scope: Scope,
  intent: ToolIntent,
): Promise<readonly Considered[]> {
  const call = readCallParts(intent);
  const judged = readSops(deps, scope.root).map((entry) => {
    // The host waits: better no instruction than a late one.
    if (deps.deadline.passed())
      throw new DeadlinePassed('out of time while reading standing instructions');
    const { file, sop, problem } = entry;
    return {
      entry,
      verdict: sop ? judgeTrigger(sop, call, scope, file.origin) : { applies: false, why: problem },
    };
  });
  const asks = judged.some(
    ({ entry, verdict }) => verdict.applies && entry.file.origin === 'project',
  );
  const trusts = asks ? await sopsOf(deps).trustedSops(scope.key) : [];
  return judged.map((one) => ({
    ...one,
    trust: one.verdict.applies ? trustOf(deps, one.entry, trusts) : null,
  }));
}

/** Lets the content of a project's file count as it is now. False: there is nothing to trust in it. */
export async function trustSop(
  deps: Deps,
  scope: Scope,
  { file, text, sop }: SopEntry,
): Promise<boolean> {
  if (!sop || text === null) return false;
  const path = storedPath(deps, file.name);
  await sopsOf(deps).trustSop(scope.key, { path, hash: deps.hash(text), at: deps.now() });
  return true;
}

/** Takes back the trust in every content of a file. False: there was none. */
export async function untrustSop(deps: Deps, scope: Scope, { file }: SopEntry): Promise<boolean> {
  return (await sopsOf(deps).untrustSop(scope.key, storedPath(deps, file.name))) > 0;
}

/** Instructions of the person and of the project, for whoever reviews what agents are told. */
export const sopsHome: HomeRoom = {
  learnt: async (deps: Deps, scope: Scope) =>
    (await seeSops(deps, scope)).map(({ entry, trust }): RoomLearnt => {
      const isOwn = entry.file.origin === 'user';
      return {
        item: {
          kind: 'sop',
          by: isOwn ? 'person' : 'file',
          author: null,
          subagent: null,
          host: null,
          sessionId: null,
          isImported: false,
          text: entry.sop?.title ?? entry.file.name,
          id: entry.file.name,
          scopeKey: isOwn ? GLOBAL_SCOPE_KEY : scope.key,
          scope: isOwn ? 'global' : scope.label,
          at: trust !== null && trust !== 'own' ? trust.at : null,
          note: trust === null ? 'not trusted' : 'trusted',
        },
        drop: trust === null || trust === 'own' ? null : () => untrustSop(deps, scope, entry),
      };
    }),
};
