import { join } from 'node:path';
import { listsBeside } from '../../../domain/base/settings/merge.ts';
import {
  callsCortex,
  copiedInto,
  isOurServer,
  isOurs,
  stringsWithin,
} from '../../../domain/base/settings/ours.ts';
import { isFields, settingAt } from '../../../domain/base/settings/value.ts';
import { FOUND_FILE, fileOf } from '../../../domain/hooks/launcher.ts';
import { rememberedBy } from '../../../domain/hooks/remembered.ts';
import type { Host, HostSettings, Runtime } from '../../../ports/base/host.ts';
import type { Cli } from '../base/context.ts';
import { ownSettings, type SetupTarget, settingsPath, USER_TARGET } from '../base/places.ts';
import { readSettings } from '../base/settings-text.ts';
import { unapprovedHooks } from './approvals.ts';
import { type FileEdit, fileEdits, problemOf, type SetupProblem } from './plan.ts';
import type { SetupRecord } from './record.ts';

/** Whether and how a host calls Cortex. Looked at, never changed. */
export interface Wiring {
  /** Files that call Cortex. */
  readonly files: readonly string[];
  /** The host's own installer was run. */
  readonly isInstalled: boolean;
  /** Obstacles that keep events of the installed plugin away, a sentence each, by the host's own settings. */
  readonly troubles: readonly string[];
  /** Whether events arrive by them: a server alone hears only what it is asked. */
  readonly hears: boolean;
  /** Programs and scripts that they name and that are not there. */
  readonly missing: readonly string[];
  /** Why the host does not run the hooks: its user has not approved them; null where it does, or nothing is known. */
  readonly waiting: string | null;
  /** Hosts by whose names the files call Cortex though they are of this one: copies from the settings of those. */
  readonly copied: readonly string[];
  /** The lines that start the hook. */
  readonly lines: readonly string[];
  /** Whether our server is there; null where setup registers none. */
  readonly hasServer: boolean | null;
  /** Files that cannot be read for what they are. */
  readonly problems: readonly SetupProblem[];
}

type WiringCli = Pick<Cli, 'machine' | 'env' | 'userHome' | 'program' | 'look'>;

export function inspectWiring(
  cli: WiringCli,
  host: Host,
  target: SetupTarget,
  record: SetupRecord | null,
): Wiring {
  const found: { readonly edit: FileEdit; readonly path: string }[] = [];
  const problems: SetupProblem[] = [];
  const values: unknown[] = [];
  const copied: string[] = [];
  const isOnRecord =
    record?.commands.some((one) => one.host === host.name && one.scope === target.scope) ?? false;
  const settled = target.scope === 'user' ? ownSettings(cli, host) : null;
  const known = settled && (host.install.own?.troubles(settled) ?? null);
  const told = known && [
    ...known,
    ...(isLost(host, settled) ? ['its loader finds no Cortex'] : []),
  ];
  // An installer that somebody ran by hand leaves nothing on record.
  const isInstalled = isOnRecord || told !== null;
  const troubles = told ?? (isOnRecord && settled ? ['its plugin is not installed any more'] : []);
  let hears = isInstalled && troubles.length === 0;
  const edits = fileEdits(host, target.scope);
  for (const edit of edits) {
    const path = settingsPath(cli, edit.place, target);
    try {
      const ours = oursIn(cli, edit, path);
      if (!ours) continue;
      found.push({ edit, path });
      hears ||= ours.hears;
      values.push(...ours.values);
      // A file that is ours as a whole may serve two hosts.
      if (edit.kind === 'settings') copied.push(...copiedInto(host.name, ours.values));
    } catch (error) {
      problems.push(problemOf(path, error));
    }
  }
  const programs = [...new Set(values.flatMap(pathsIn))];
  const registers = edits.some(
    (edit) =>
      edit.kind === 'settings' &&
      edit.additions.some((one) => 'set' in one && isOurServer(one.set)),
  );
  return {
    isInstalled,
    troubles,
    hears,
    problems,
    copied,
    files: found.map(({ path }) => path),
    missing: programs.filter((path) => cli.look(path) === null),
    waiting: unapprovedHooks(cli, host, target, found),
    lines: values.flatMap(stringsWithin).filter((line) => callsCortex(line, host.name)),
    hasServer: registers ? values.some(isOurServer) : null,
  };
}

/** Whether what the host installed leads nowhere: neither what the launchers remember is there nor what they found instead. */
function isLost({ install: { own } }: Host, found: HostSettings): boolean {
  const folder = own?.launchersOf(found) ?? null;
  if (folder === null) return false;
  const read = (name: string) => found.read(join(folder, name)) ?? '';
  const scripts = [
    ...[false, true].map(
      (isWindows) => rememberedBy(read(fileOf('cortex-hook', isWindows)))?.script,
    ),
    read(FOUND_FILE).split('\n')[1],
  ];
  return !scripts.some((script) => script && found.exists(script));
}

/** Whether our plugin is switched on in the host, so that what setup wrote is there a second time. */
export function hasPlugin(cli: WiringCli, { install: { plugins } }: Host): boolean {
  if (!plugins) return false;
  try {
    const text = cli.machine.read(settingsPath(cli, plugins.place, USER_TARGET))?.text;
    const switches = text ? settingAt(readSettings(text, 'json'), plugins.at) : undefined;
    if (!isFields(switches)) return false;
    return Object.keys(switches).some(
      (key) => key.split('@')[0] === plugins.name && switches[key] !== false,
    );
  } catch {
    // A command that looks at the file for its own sake tells what is wrong with it.
    return false;
  }
}

function oursIn({ machine }: WiringCli, edit: FileEdit, path: string) {
  const text = machine.read(path)?.text;
  if (text === null || text === undefined) return null;
  if (edit.kind === 'file')
    return /cortex/i.test(text) ? { values: quotedIn(text), hears: true } : null;
  const settings = readSettings(text, edit.format);
  const entries = listsBeside(settings, edit.additions)
    .flatMap((list) => settingAt(settings, list) as readonly unknown[])
    .filter(isOurs);
  const values = edit.additions
    .flatMap((addition) => ('set' in addition ? [settingAt(settings, addition.at)] : []))
    .filter((value) => value !== undefined && isOurServer(value));
  if (entries.length + values.length === 0) return null;
  return { values: [...entries, ...values], hears: entries.length > 0 };
}

/** The lines that setup would write there. */
export function expectedLines(
  host: Host,
  { scope }: SetupTarget,
  runtime: Runtime,
): readonly string[] {
  return fileEdits(host, scope, runtime)
    .flatMap((edit) =>
      edit.kind === 'file' ? quotedIn(edit.content) : stringsWithin(edit.additions),
    )
    .filter((line) => callsCortex(line, host.name));
}

/** Absolute paths in what a host runs: a command line, or a program and its arguments. */
function pathsIn(value: unknown): string[] {
  return stringsWithin(value).flatMap((text) => {
    const isLine = /["']|\shook\s/.test(text);
    const bare = text.replace(QUOTED, ' ').split(/\s+/);
    const words = isLine ? [...quotedIn(text), ...bare] : [text];
    return words.filter((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word));
  });
}

const QUOTED = /"((?:[^"\\]|\\.)*)"/g;

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => match[1]!.replace(/\\(["$`\\])/g, '$1'));
}
