import { listsBeside } from '../../../domain/settings/merge.ts';
import { isOurs } from '../../../domain/settings/ours.ts';
import { at, type Fields, isFields } from '../../../domain/settings/value.ts';
import { contentHash } from '../../../domain/text/hash.ts';
import type { Host } from '../../../host.ts';
import type { Cli } from '../context.ts';
import { pathOf, type Target } from './places.ts';
import type { FileEdit } from './plan.ts';
import type { HostRecord, SetupRecord, Trusted } from './record.ts';
import { readSettings } from './settings-text.ts';

/** How many of our hooks the host's user has approved, and how many of those setup has changed since. */
export interface Approval {
  readonly hooks: number;
  readonly approved: number;
  readonly changed: number;
  /** Approved before setup wrote them: the host asks unless it was the same hook. */
  readonly unsure: number;
}

type World = Pick<Cli, 'machine' | 'env' | 'userHome'>;
interface Hook {
  readonly keys: readonly string[];
  readonly content: string;
}

/** Null where the host asks nobody, or where it cannot be known. */
export function approvalOf(
  cli: World,
  host: Host,
  target: Target,
  edits: readonly { readonly edit: FileEdit; readonly path: string }[],
  record: SetupRecord | null,
): Approval | null {
  try {
    const hashes = hashesOf(cli, host, target);
    if (!hashes) return null;
    const result = { hooks: 0, approved: 0, changed: 0, unsure: 0 };
    for (const { edit, path } of edits) {
      const notes = notesOn(record, host, path);
      for (const { keys, content } of hooksIn(cli, host, edit, path, cli.machine.read(path)?.text ?? '')) {
        result.hooks++;
        const key = keys.find((one) => hashes.has(one));
        if (key === undefined) continue;
        result.approved++;
        const note = notes.find((one) => one.key === key && one.hash === hashes.get(key));
        if (note?.content === null) result.unsure++;
        else if (note && note.content !== content) result.changed++;
      }
    }
    return result.hooks === 0 ? null : result;
  } catch {
    return null;
  }
}

/** The hooks approved at this moment, right before setup changes a file. Notes of an earlier change stay. */
export function trustedBefore(
  cli: World,
  host: Host,
  target: Target,
  step: {
    readonly edit: FileEdit;
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  },
  earlier: HostRecord | null,
): readonly Trusted[] {
  try {
    const hashes = hashesOf(cli, host, target);
    if (!hashes) return [];
    const known = earlier?.kind === 'settings' ? (earlier.trusted ?? []) : [];
    const were = hooksIn(cli, host, step.edit, step.path, step.before ?? '');
    const are = hooksIn(cli, host, step.edit, step.path, step.after);
    return are.flatMap(({ keys }): Trusted[] => {
      const key = keys.find((one) => hashes.has(one));
      const hash = key === undefined ? undefined : hashes.get(key);
      if (key === undefined || hash === undefined) return [];
      const content = were.find((one) => one.keys.includes(key))?.content ?? null;
      return [known.find((one) => one.key === key && one.hash === hash) ?? { key, hash, content }];
    });
  } catch {
    return [];
  }
}

function hashesOf(cli: World, { install }: Host, target: Target): ReadonlyMap<string, string> | null {
  const { approvals } = install;
  if (!approvals) return null;
  const text = cli.machine.read(pathOf(cli, approvals.place, target))?.text;
  const table = text ? at(readSettings(text, approvals.format), approvals.at) : null;
  return new Map(
    Object.entries(isFields(table) ? table : {}).flatMap(([key, entry]): [string, string][] => {
      const hash = isFields(entry) ? entry[approvals.hash] : undefined;
      return typeof hash === 'string' ? [[key, hash]] : [];
    }),
  );
}

/** Our hooks in a file, each by the names that the host may have for it. */
function hooksIn(cli: World, host: Host, edit: FileEdit, path: string, text: string): readonly Hook[] {
  const { approvals } = host.install;
  if (!approvals || edit.kind === 'file') return [];
  const settings = readSettings(text, edit.format);
  const files = [...new Set([cli.machine.real(path), path])];
  return listsBeside(settings, edit.additions).flatMap((list) =>
    (at(settings, list) as readonly unknown[]).flatMap((entry, index) =>
      handlersOf(entry).flatMap((handler, inner): Hook[] => {
        if (!isOurs(handler)) return [];
        const keys = files.map((file) => approvals.key(file, list.at(-1)!, index, inner));
        return [{ keys, content: contentHash(JSON.stringify({ ...(entry as Fields), hooks: [handler] })) }];
      }),
    ),
  );
}

function handlersOf(entry: unknown): readonly unknown[] {
  const inner = isFields(entry) ? entry['hooks'] : null;
  return Array.isArray(inner) ? inner : [];
}

function notesOn(record: SetupRecord | null, { name }: Host, path: string): readonly Trusted[] {
  const known = record?.files.find((file) => file.path === path)?.hosts.find(({ host }) => host === name);
  return known?.kind === 'settings' ? (known.trusted ?? []) : [];
}

/** Why the host may not run all hooks that are there. */
export function doubtAbout({ title }: Host, { hooks, approved, changed, unsure }: Approval): string | null {
  if (approved === 0) return `${title} does not run its hooks: you have not approved them yet`;
  if (approved < hooks)
    return `${title} runs ${approved} of its ${hooks} hooks: you have not approved the others yet`;
  if (changed > 0)
    return `${title} asks again before it runs its hooks: setup changed ${changed} of ${hooks} after you approved them`;
  if (unsure > 0)
    return `${title} asks again unless its hooks are the same as before: you approved ${unsure} of ${hooks} before setup wrote them`;
  return null;
}
