type Version = readonly [number, number, number];

/** The first version of each release line with a sound SQLite, full text search and a busy timeout built in. */
export const LEAST = {
  node22: [22, 22, 3],
  node: [24, 15, 0],
  bun: [1, 4, 0],
} as const satisfies Record<string, Version>;

export const NEEDED = 'Node 22.22.3 or newer in the 22 line, or 24.15 and newer';

export function isRecentEnough(versions: {
  readonly node?: string | undefined;
  readonly bun?: string | undefined;
}): boolean {
  if (versions.bun) return atLeast(versions.bun, LEAST.bun);
  const node = versions.node ?? '0';
  return atLeast(node, node.startsWith('22.') ? LEAST.node22 : LEAST.node);
}

function atLeast(version: string, least: Version): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (let i = 0; i < 3; i++) {
    const difference = (parts[i] ?? 0) - least[i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Environment variables of a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The plugins that can be written as directories, and the program's folder in each. */
export const PLUGIN_PROGRAMS = { claude: 'cortex/bin', gemini: 'bin' } as const;

export type PluginKind = keyof typeof PLUGIN_PROGRAMS;

export const PLUGIN_KINDS = Object.keys(PLUGIN_PROGRAMS) as readonly PluginKind[];
