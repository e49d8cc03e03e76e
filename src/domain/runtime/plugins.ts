/** The plugins that can be written as directories, and where the program goes in each. */
export const PLUGIN_PROGRAMS = { claude: 'cortex/bin', gemini: 'bin' } as const;

export type PluginKind = keyof typeof PLUGIN_PROGRAMS;

export const PLUGIN_KINDS = Object.keys(PLUGIN_PROGRAMS) as readonly PluginKind[];
