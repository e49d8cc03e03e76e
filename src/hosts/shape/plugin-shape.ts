import type { HostEvent } from '../../domain/event.ts';
import { asRecord, head, idText, pathText, type Untrusted, words } from '../../domain/text/json.ts';
import { type Host, Malformed, type Runtime } from '../../host.ts';

/** Renders the answer for our own plugins, at the events whose answer they pass on. */
export function contextAt(...kinds: readonly HostEvent['kind'][]): Host['render'] {
  return (event, { context }) => (context && kinds.includes(event.kind) ? JSON.stringify({ context }) : '');
}

/** The fields of a payload that a plugin of ours sent. */
export function sentBy<Shape>(payload: unknown): Untrusted<Shape> {
  const sent = asRecord<Shape>(payload);
  if (sent === null) throw new Malformed('A payload has to be a JSON object.');
  return sent;
}

/** The common fields of an event: its session, its place, and no key yet. */
export function commonOf(name: string, session: unknown, cwd: unknown, subagent: string | null = null) {
  const hostSessionId = idText(session);
  if (hostSessionId === null) throw new Malformed(`${name} came without the id of a session.`);
  return { hostSessionId, cwd: pathText(cwd), key: null, subagent };
}

/** `event:id`; null where there is no id. */
export function keyOf(name: string, id: unknown): string | null {
  const known = idText(id);
  return known === null ? null : `${name}:${known}`;
}

export function reasonOf(value: unknown): string | null {
  const reason = words(value);
  return reason && head(reason, 200);
}

/** The text parts of a message. */
export function textIn(parts: readonly unknown[]): string {
  const texts = parts.map((part) => words(asRecord<{ text: string }>(part)?.text));
  return texts.filter((text) => text !== null).join('\n');
}

/**
 * The file in a host's plugin folder. It loads the plugin from where Cortex is installed, else the copy that setup keeps, which
 * stays when Cortex moves; and does nothing where neither is there.
 */
export function loader(runtime: Runtime, plugin: string, lines: readonly string[]): string {
  const { launchers, folder } = runtime;
  const places = [
    `${folder}/plugins/${plugin}.js`,
    ...(launchers ? [`${launchers.modules}/${plugin}.js`] : []),
  ];
  const imports = places.map((place) => `import(${JSON.stringify(fileUrl(place))})`);
  const options = JSON.stringify(startedBy(runtime)).slice(1, -1);
  return [
    '// Written by `cortex setup`; `cortex unsetup` removes it.',
    `const load = () => ${imports.join('.catch(() => ')}${')'.repeat(imports.length - 1)};`,
    `const options = { ${options}, via: import.meta.url };`,
    ...lines,
    '',
  ].join('\n');
}

/** A batch file is started only through a shell. */
function startedBy({ launchers, argv }: Runtime): object {
  return launchers && !launchers.hook.endsWith('.cmd') ? { launcher: launchers.hook } : { argv };
}

/** Windows has drives and backslashes, and people have spaces, in paths. */
function fileUrl(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const parts = slashed
    .split('/')
    .map((part) => (/^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part)));
  return `file://${slashed.startsWith('/') ? '' : '/'}${parts.join('/')}`;
}
