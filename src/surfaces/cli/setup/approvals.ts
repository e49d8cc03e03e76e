import { listsBeside } from '../../../domain/base/settings/merge.ts';
import { isOurs } from '../../../domain/base/settings/ours.ts';
import { isFields, settingAt } from '../../../domain/base/settings/value.ts';
import type { Host } from '../../../ports/base/host.ts';
import { type SetupTarget, settingsPath } from '../base/places.ts';
import { readSettings } from '../base/settings-text.ts';
import type { FileEdit, SettingsCli } from './plan.ts';

/** Why the host does not run all hooks that are there: its user has not approved them; null where it does, or asks nobody. */
export function unapprovedHooks(
  cli: SettingsCli,
  host: Host,
  target: SetupTarget,
  edits: readonly { readonly edit: FileEdit; readonly path: string }[],
): string | null {
  const { approvals } = host.install;
  if (!approvals) return null;
  try {
    const text = cli.machine.read(settingsPath(cli, approvals.place, target))?.text;
    const table = text ? settingAt(readSettings(text, approvals.format), approvals.at) : null;
    const approved = isFields(table) ? table : {};
    const hooks = edits.flatMap(({ edit, path }) => hooksIn(cli, host, edit, path));
    const running = hooks.filter((names) =>
      names.some((name) => Object.hasOwn(approved, name)),
    ).length;
    if (running === hooks.length) return null;
    return running === 0
      ? `${host.title} does not run its hooks: you have not approved them yet`
      : `${host.title} runs ${running} of its ${hooks.length} hooks: you have not approved the others yet`;
  } catch {
    return null;
  }
}

/** Our hooks in a file, each by the names that the host may have for it. */
function hooksIn(
  cli: SettingsCli,
  host: Host,
  edit: FileEdit,
  path: string,
): readonly (readonly string[])[] {
  if (edit.kind === 'file') return [];
  const settings = readSettings(cli.machine.read(path)?.text ?? '', edit.format);
  const files = [...new Set([cli.machine.real(path), path])];
  return listsBeside(settings, edit.additions).flatMap((list) =>
    (settingAt(settings, list) as readonly unknown[]).flatMap((entry, index) => {
      const handlers = isFields(entry) && Array.isArray(entry['hooks']) ? entry['hooks'] : [];
      return handlers.flatMap((handler, inner) =>
        isOurs(handler)
          ? [files.map((file) => host.install.approvals!.key(file, list.at(-1)!, index, inner))]
          : [],
      );
    }),
  );
}
