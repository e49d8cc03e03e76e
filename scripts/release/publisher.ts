// Everything that follows from the repository of whoever publishes Cortex: fields of package.json, and server.json, the entry of the
// MCP registry.

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly mcpName?: string;
  readonly repository?: { readonly type: string; readonly url: string };
}

interface PublishedManifest extends Manifest {
  readonly homepage: string;
  readonly bugs: string;
  readonly mcpName: string;
  readonly repository: { readonly type: string; readonly url: string };
}

interface RegistryEntry {
  readonly $schema: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly repository: { readonly url: string; readonly source: string };
  readonly version: string;
  readonly packages: readonly {
    readonly registryType: string;
    readonly identifier: string;
    readonly version: string;
    readonly runtimeHint: string;
    readonly transport: { readonly type: string };
    readonly packageArguments: readonly { readonly type: string; readonly value: string }[];
  }[];
}

/** `<owner>/<name>` as GitHub allows them. */
const REPOSITORY = /^([a-z\d](?:[a-z\d-]{0,37}[a-z\d])?)\/([\w.-]{1,100})$/i;

/** The manifest as a publisher has it; null where `slug` is not `<owner>/<name>`. */
export function withRepository(manifest: Manifest, slug: string): PublishedManifest | null {
  const [, owner] = REPOSITORY.exec(slug) ?? [];
  if (owner === undefined) return null;
  const page = `https://github.com/${slug}`;
  const { name, version, description, ...rest } = manifest;
  return {
    name,
    version,
    description,
    ...rest,
    homepage: `${page}#readme`,
    bugs: `${page}/issues`,
    repository: { type: 'git', url: `git+${page}.git` },
    mcpName: `io.github.${owner}/cortex`,
  };
}

/** Null for a manifest without a publisher. Without the host of a registry: that of npm is the default. */
export function registryEntry(manifest: Manifest): RegistryEntry | null {
  const { name, version, mcpName, repository } = manifest;
  if (!mcpName || !repository) return null;
  return {
    $schema: SCHEMA,
    name: mcpName,
    title: 'Cortex',
    description:
      'Tells the next session of your coding agent where the last one stopped. Local, no LLM.',
    repository: { url: repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}

/** A candidate is not what `npm install` gives by default; npm refuses it without a tag of its own. */
export function distTag(version: string): string {
  return version.includes('-') ? 'next' : 'latest';
}

/** The part of the changelog about a version, without its heading; empty where there is none. */
export function notesOf(changelog: string, version: string): string {
  const [, ...parts] = `\n${changelog}`.split(/^## /m);
  const own = parts.find((part) => part.split(/\s/, 1)[0] === version);
  return own === undefined ? '' : `${own.slice(own.indexOf('\n')).trim()}\n`;
}
