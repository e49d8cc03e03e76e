import type { ToolIntent } from '../../domain/event.ts';
import { isReadOnly } from '../../domain/observe/read-only.ts';
import { redactText } from '../../domain/redact/redact.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../../engine/deps.ts';
import { meantSessions } from '../../engine/session/target.ts';
import type { SessionHead } from '../../store.ts';
import { formKey, toForm } from '../domain/form.ts';
import { standings } from '../domain/history.ts';
import { unclearTrigger } from '../domain/trigger.ts';
import { sopFiles } from '../files.ts';
import type { SopKeeping } from '../sop-files.ts';
import { sopsOf } from '../sql.ts';
import { type Choice, choose, standingsFor } from './sop.ts';
import {
  type Considered,
  consider,
  readSops,
  type SopEntry,
  storedPath,
  type Trust,
  trustOf,
  usable,
} from './sop-files.ts';

/** `changed`: another content of the file was trusted. */
export type SopState = 'ready' | 'off' | 'not trusted' | 'changed' | 'broken';

export interface SeenSop {
  readonly entry: SopEntry;
  readonly state: SopState;
  readonly trust: Trust;
}

/** Every instruction that concerns a scope, with how it stands with it. What may be given is kept in plain form for hooks. */
export async function seeSops(deps: Deps, scope: Scope): Promise<SeenSop[]> {
  const trusts = await sopsOf(deps).trustedSops(scope.key);
  const files = sopFiles(deps);
  const seen = readSops(files, scope).map((entry) => {
    const trust = trustOf(deps, files, entry, trusts);
    const wasTrusted = trusts.some(({ path }) => path === storedPath(deps, entry.file.name));
    return { entry, trust, state: stateOf(entry, trust !== null, wasTrusted) };
  });
  if (files.keeping) keepForms(deps, files.keeping, seen);
  return seen;
}

function keepForms({ config }: Deps, { keep, tell }: SopKeeping, seen: readonly SeenSop[]): void {
  const redact = (text: string) => redactText(text, { strict: config['redaction.strict'] });
  const given = seen.flatMap(({ entry, trust }) =>
    trust !== null && entry.text !== null ? [{ entry, key: formKey(entry.file.name, entry.text) }] : [],
  );
  const forms = given.map(({ entry, key }) => [key, toForm(entry.file.name, entry, redact)] as const);
  const fresh = new Set(keep(new Map(forms)));
  const wrong = given.flatMap(({ entry, key }) => (fresh.has(key) ? (complaintOf(entry) ?? []) : []));
  if (wrong.length > 0) tell(`${wrong.join('; ')} (cortex sop list)`);
}

/** A file that cannot be used, or whose trigger is not understood, as a person is told of it. */
export function complaintOf({ file, sop, problem }: SopEntry): string | null {
  const wrong = sop ? unclearTrigger(sop) : problem;
  return wrong && `${file.name}: ${wrong}`;
}

function stateOf({ sop }: SopEntry, isTrusted: boolean, wasTrusted: boolean): SopState {
  if (!sop) return 'broken';
  if (!isTrusted) return wasTrusted ? 'changed' : 'not trusted';
  return sop.enabled ? 'ready' : 'off';
}

/** Lets the content of a project's file count as it is now. False: there is nothing to trust in it. */
export async function trustSop(deps: Deps, scope: Scope, { file, text, sop }: SopEntry): Promise<boolean> {
  if (!sop || text === null) return false;
  const path = storedPath(deps, file.name);
  await sopsOf(deps).trustSop(scope.key, { path, hash: sopFiles(deps).hash(text), at: deps.now() });
  return true;
}

/** No content of a file counts any more. False: none did. */
export async function untrustSop(deps: Deps, scope: Scope, { file }: SopEntry): Promise<boolean> {
  return (await sopsOf(deps).untrustSop(scope.key, storedPath(deps, file.name))) > 0;
}

/** The instructions that a tool call would get. */
export interface SopTrial {
  readonly isReadOnly: boolean;
  /** The session in which it would happen, where only one runs. */
  readonly session: SessionHead | null;
  readonly considered: readonly { readonly one: Considered; readonly choice: Choice | undefined }[];
}

export async function trySops(deps: Deps, scope: Scope, intent: ToolIntent): Promise<SopTrial> {
  const looks = isReadOnly(intent);
  const meant = await consider(deps, sopFiles(deps), scope, intent, () =>
    sopsOf(deps).trustedSops(scope.key),
  );
  const running = await meantSessions(deps, scope);
  const session = running.length === 1 ? running[0]! : null;
  const before = standings(session ? await sopsOf(deps).sopHistory(session.id) : []);
  const choices = looks ? [] : choose(deps, usable(meant), standingsFor(deps, before, null));
  const considered = meant.map((one) => ({ one, choice: choices.find(({ entry }) => entry === one.entry) }));
  return { isReadOnly: looks, session, considered };
}

/** Whether a person has trusted an instruction of any project. */
export function isAnySopTrusted({ store }: Pick<Deps, 'store'>): Promise<boolean> {
  return sopsOf({ store }).hasTrustedSops();
}
