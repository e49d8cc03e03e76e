import { asRecord, list, text } from '../domain/base/text/json.ts';
import type {
  FilePlace,
  HostEdit,
  HostSettings,
  InstallScope,
  Runtime,
} from '../ports/base/host.ts';

const STATE = { env: 'OPENCLAW_STATE_DIR', otherwiseInHome: '.openclaw' } as const;

/** Files that OpenClaw's own commands write. */
export const OPENCLAW_FILES: { place: FilePlace; folder: FilePlace; movedBy: readonly string[] } = {
  place: { base: STATE, path: 'openclaw.json', file: 'OPENCLAW_CONFIG_PATH' },
  folder: { base: STATE, path: '' },
  movedBy: ['OPENCLAW_PROFILE', 'OPENCLAW_HOME'],
};

/** A home for each audience. */
export const HOMES: FilePlace = { base: STATE, path: 'cortex' };

/** The folder that the installer is given: a loader, which finds Cortex where it is now. */
export const PACKAGE = 'openclaw';
export const FILES = {
  'index.js': 'loader.js',
  'package.json': 'package.json',
  'openclaw.plugin.json': 'openclaw.plugin.json',
} as const;

const ENTRY = 'plugins.entries.cortex';

/** Without `allowConversationAccess` OpenClaw drops the hooks that see prompts and answers. */
const ALLOWED = JSON.stringify([
  { path: `${ENTRY}.enabled`, value: true },
  { path: `${ENTRY}.hooks.allowConversationAccess`, value: true },
]);

/**
 * OpenClaw copies the folder into its own (docs/decisions/0022). It refuses to start where a folder is gone that it has only a
 * link to.
 */
export function edits({ folder, launchers }: Runtime, scope: InstallScope): readonly HostEdit[] {
  // A gateway serves all projects, and has no settings for one.
  if (scope === 'project') return [];
  const source = launchers ? `${launchers.modules}/${PACKAGE}` : `${folder}/${PACKAGE}`;
  return [
    {
      kind: 'command',
      run: ['openclaw', 'plugins', 'install', source, '--force', '--accept-capabilities'],
      undo: ['openclaw', 'plugins', 'uninstall', 'cortex', '--force'],
      // Uninstalled, it stays switched off in the settings, also when it is installed again.
      afterUndo: ['openclaw', 'config', 'unset', ENTRY],
      isShown: ({ folder: state, read }) =>
        Object.keys(FILES).every((name) => {
          const copy = read(`${state}/${COPY}/${name}`);
          return copy !== null && copy === read(`${source}/${name}`);
        }),
      shownAt: ({ folder: state }) => `${state}/${COPY}`,
    },
    {
      kind: 'command',
      run: ['openclaw', 'config', 'set', '--batch-json', ALLOWED],
      undo: [],
      isShown: (settled) => switchedOff(settled).length === 0,
    },
  ];
}

/** The folder of OpenClaw's copy, below its own. */
const COPY = 'extensions/cortex';

/** Whether OpenClaw's copy was removed by hand, or with OpenClaw itself: `openclaw plugins uninstall` would fail for ever. */
export function isUninstalled(found: HostSettings): boolean {
  return !found.exists(`${found.folder}/${COPY}`);
}

export const LEFT_BEHIND = `Where OpenClaw is gone for good, delete ${COPY} in its folder (~/.openclaw) and run this again.`;

/** Settings that keep the plugin from its work, as sentences; null where OpenClaw does not know the plugin. */
export function troubles(found: HostSettings): readonly string[] | null {
  if (isUninstalled(found)) return entryOf(found) ? ['its plugin is not installed any more'] : null;
  const plugins = asRecord(found.settings['plugins']);
  const allowed = plugins?.['allow'];
  return [
    ...switchedOff(found),
    ...(plugins?.['enabled'] === false
      ? ['plugins.enabled is false, so OpenClaw loads no plugin']
      : []),
    ...(list(plugins?.['deny']).includes('cortex') ? ['plugins.deny names cortex'] : []),
    ...(Array.isArray(allowed) && !allowed.includes('cortex')
      ? ['plugins.allow does not name cortex']
      : []),
    ...(asRecord(entryOf(found)?.['hooks'])?.['allowPromptInjection'] === false
      ? [`${ENTRY}.hooks.allowPromptInjection is false, so its plugin hears no prompts`]
      : []),
  ];
}

/** The folder of the launchers, which the copied loader names. */
export function launchersOf({ folder, read }: HostSettings): string | null {
  const named = /^(?:var|const) BIN = (".*");$/m.exec(
    read(`${folder}/${COPY}/index.js`) ?? '',
  )?.[1];
  return named === undefined ? null : text(JSON.parse(named));
}

function switchedOff(found: HostSettings): readonly string[] {
  const entry = entryOf(found);
  const hooks = asRecord(entry?.['hooks']);
  return [
    ...(entry?.['enabled'] === true
      ? []
      : [`${ENTRY}.enabled is not true, so its plugin is switched off`]),
    ...(hooks?.['allowConversationAccess'] === true
      ? []
      : [`${ENTRY}.hooks.allowConversationAccess is not true, so its plugin hears no prompts`]),
  ];
}

export function losing(found: HostSettings): string | null {
  const options = asRecord(entryOf(found)?.['config']);
  if (!options || Object.keys(options).length === 0) return null;
  return `OpenClaw deletes the options of the plugin with it: ${ENTRY}.config is ${JSON.stringify(options)}`;
}

function entryOf({ settings }: HostSettings): Readonly<Record<string, unknown>> | null {
  const entries = asRecord(asRecord(settings['plugins'])?.['entries']);
  return asRecord(entries?.['cortex']);
}
