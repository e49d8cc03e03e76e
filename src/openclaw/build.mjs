// The plugin for OpenClaw: dist/openclaw, which a gateway can link where it is, and dist/openclaw/loader.js, which setup installs in
// its place. The manifest is derived from the options and the tools, and the description of `/cortex` from its operations, so that
// none is declared twice.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { configurationSchema } from '../config/json-schema.ts';
import { commandDescription } from './command.ts';
import { toolDeclarations } from './surface.ts';

export default async function buildOpenClaw(root) {
  const folder = join(root, 'dist', 'openclaw');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tools = toolDeclarations();

  const built = await build({
    absWorkingDir: root,
    entryPoints: { index: 'src/openclaw/program/entry.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The engine is a file of its own: a gateway registers the plugin in every process, and most of them never use it.
    splitting: true,
    chunkNames: '[name]-[hash]',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    metafile: true,
    charset: 'utf8',
    logLevel: 'warning',
    define: {
      CORTEX_TOOLS: JSON.stringify(tools),
      CORTEX_COMMAND: JSON.stringify(commandDescription()),
    },
  });

  // Setup hands this one to OpenClaw's installer, with the same manifest.
  await build({
    absWorkingDir: root,
    entryPoints: ['src/openclaw/loader.ts'],
    outfile: join(folder, 'loader.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
    define: { CORTEX_TOOL_NAMES: JSON.stringify(tools.map(({ name }) => name)) },
  });

  writeManifests(root, folder, tools);
  const page = readFileSync(join(root, 'docs', 'hosts', 'openclaw.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), page.replace(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '`$1`'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return built;
}

function writeManifests(root, folder, tools) {
  const { version, description, license, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const json = (name, value) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  json('package.json', {
    name: 'cortex-sessions-openclaw',
    private: true,
    version,
    description,
    license,
    type: 'module',
    main: './index.js',
    engines,
    openclaw: {
      extensions: ['./index.js'],
      runtimeExtensions: ['./index.js'],
      // The first whose own Node can run Cortex; versions of that spring did not pass on text for the system prompt.
      compat: { pluginApi: '>=2026.7.1' },
    },
  });
  json('openclaw.plugin.json', {
    id: 'cortex',
    name: 'Cortex',
    description:
      'Keeps the thread of work across sessions: pins, decisions, open tasks and what was learnt.',
    version,
    activation: { onStartup: true },
    contracts: { tools: tools.map(({ name }) => name) },
    configSchema: configurationSchema(),
  });
}
