import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';
import { gemini } from '../../src/agents/gemini/host.ts';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { IS_LONG } from '../effort.ts';
import { answered, clientFor } from '../mcp.ts';
import { runHere } from '../program.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';
import { table } from '../table.ts';
import { countTokens } from '../tokens.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');
const written = scratchFolder();
afterAll(() => written.dispose());
const PLUGINS = join(written.path, 'plugins');
for (const kind of ['claude', 'gemini']) {
  const env = { ...process.env, CORTEX_HOME: join(written.path, 'home') };
  const around = { cwd: written.path, env, input: '', host: process.pid };
  runHere(['plugin', kind, '--out', join(PLUGINS, kind)], around);
}
const CLAUDE = join(PLUGINS, 'claude', 'cortex');
const GEMINI = join(PLUGINS, 'gemini');

const read = (...path: string[]) => JSON.parse(readFileSync(join(PLUGINS, ...path), 'utf8'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}
interface Hooks {
  readonly hooks: Record<
    string,
    { matcher?: string; hooks: { command: string; timeout: number }[] }[]
  >;
}

/** A path with the variables that a host puts in. */
function expand(text: string, root: string): string {
  const known: Record<string, string> = { CLAUDE_PLUGIN_ROOT: root, extensionPath: root, '/': '/' };
  const expanded = text.replace(/\$\{([^}]+)\}/g, (all, name: string) => known[name] ?? all);
  expect(expanded).not.toContain('$');
  return expanded;
}

const VERSIONS = table<string[]>('plugin-versions');

function commands(): string[] {
  return readdirSync(join(CLAUDE, 'commands')).sort();
}

/** The events that Gemini's settings name. */
function geminiEvents(): readonly string[] {
  const edits = gemini.install.edits({ argv: ['node', 'cortex.cjs'], folder: '.' }, 'user');
  const additions = edits.flatMap((edit) => (edit.kind === 'settings' ? edit.additions : []));
  return additions.flatMap(({ at }) => (at[0] === 'hooks' && at[1] ? [at[1]] : []));
}

describe('what people and models read in the plugin', () => {
  const tools = new Set(TOOLS.map(({ name }) => name));
  const texts = [
    'README.md',
    'skills/continuity/SKILL.md',
    ...commands().map((name) => `commands/${name}`),
  ];
  const text = (path: string) => readFileSync(join(CLAUDE, path), 'utf8');

  it('is a README that names every command', () => {
    for (const name of commands())
      expect(text('README.md')).toContain(`/cortex:${name.replace(/\.md$/, '')}`);
    expect(commands()).toEqual(['handoff.md', 'pin.md', 'why.md']);
  });

  it.each(texts)('%s names tools that there are', (path) => {
    const named = [...text(path).matchAll(/`((?:cortex|session|memory|working)_[a-z_]+)`/g)].map(
      ([, name]) => name!,
    );
    expect(named.filter((name) => !tools.has(name))).toEqual([]);
  });

  it.each(texts.slice(1))('%s begins with what it is for', (path) =>
    expect(text(path)).toMatch(
      /^---\n(?:name: continuity\n)?description: \S.*\n(?:(?:argument-hint|allowed-tools): .*\n)?---\n\S/,
    ),
  );
});

describe('manifests', () => {
  it.each(VERSIONS)('%s is of this version', (path, ...keys) => {
    expect(keys.reduce((value, key) => value[key!], read(path))).toBe(version);
  });

  it('name a plugin that is there', () => {
    const [claude] = read('claude/.claude-plugin/marketplace.json').plugins;
    const [codex] = read('claude/.agents/plugins/marketplace.json').plugins;
    for (const source of [claude.source, codex.source.path]) {
      expect(existsSync(join(PLUGINS, 'claude', source, '.claude-plugin', 'plugin.json'))).toBe(
        true,
      );
    }
    expect([claude.name, codex.name]).toEqual(['cortex', 'cortex']);
  });

  it.each([
    ['claude/cortex/.claude-plugin/plugin.json', CLAUDE],
    ['claude/cortex/.codex-plugin/plugin.json', CLAUDE],
    ['gemini/gemini-extension.json', GEMINI],
  ])('%s starts a server that is there', (path, root) => {
    const { cortex } = read(path).mcpServers as { cortex: Server };
    const script = expand(cortex.args[0]!, root);
    // Codex puts nothing in, and takes a directory instead.
    expect(existsSync(cortex.cwd === undefined ? script : join(root, cortex.cwd, script))).toBe(
      true,
    );
    expect(cortex.args[1]).toBe('mcp');
  });

  it.each([
    ['claude/cortex/hooks/hooks.json', CLAUDE, 'auto', 10],
    ['gemini/hooks/hooks.json', GEMINI, 'gemini', 10_000],
  ])('%s calls a hook that is there', (path, root, host, timeout) => {
    const { hooks } = read(path) as Hooks;
    for (const [event, [entry]] of Object.entries(hooks)) {
      const [hook] = entry!.hooks;
      const script = /^node "(.+)" hook (\w+) (\w+)$/.exec(expand(hook!.command, root))!;
      expect(existsSync(script[1]!)).toBe(true);
      expect([script[2], script[3], hook!.timeout]).toEqual([host, event, timeout]);
    }
    // There Copilot refuses what a hook did not answer.
    expect(hooks).not.toHaveProperty('PreToolUse');
  });

  it('call for what the hosts call for that are set up one by one', () => {
    expect(Object.keys((read('gemini/hooks/hooks.json') as Hooks).hooks)).toEqual(geminiEvents());
  });
});

describe.each([
  ['claude/cortex', CLAUDE],
  ['gemini', GEMINI],
])('the directory %s', (_, folder) => {
  it('holds every bundle that a host may start, byte for byte', () => {
    const bundles = readdirSync(DIST).filter((name) => /^(?!index).*\.cjs$/.test(name));
    expect(readdirSync(join(folder, 'bin')).sort()).toEqual(bundles.sort());
    for (const name of bundles)
      expect(readFileSync(join(folder, 'bin', name)).equals(readFileSync(join(DIST, name)))).toBe(
        true,
      );
  });

  it('says under which terms it and what is bundled with it come', () => {
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
    expect(existsSync(join(folder, 'licenses.txt'))).toBe(true);
  });

  // The bundles are the same: one directory is started in the short form.
  it.runIf(IS_LONG || folder === CLAUDE)(
    'works from where a host copied it to',
    { timeout: 60_000 },
    async () => {
      const scratch = scratchFolder();
      try {
        const copy = join(scratch.path, 'cache');
        cpSync(folder, copy, { recursive: true });
        const env = { PATH: process.env['PATH'], CORTEX_HOME: join(scratch.path, 'home') };
        const args = [join(copy, 'bin', 'cortex.cjs'), 'status', '--json'];
        const status = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
        expect(status.version).toBe(version);
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: [join(copy, 'bin', 'cortex.cjs'), 'mcp'],
          env: { ...env, PATH: env.PATH ?? '', HOME: scratch.path },
          cwd: makeRepository(join(scratch.path, 'radio')),
        });
        const client = clientFor('2025-11-25', 'plugin');
        await client.connect(transport);
        try {
          const text = 'The radio speaks at 38400 baud';
          expect(
            await answered(client, 'working_memory', { action: 'pin', content: text }),
          ).toMatchObject({
            isError: false,
          });
          const { data, text: told } = await answered(client, 'memory_context', { refresh: true });
          expect(told).toContain(text);
          // The figure is an estimate, never below the count.
          expect(data).toMatchObject({ estimated: true });
          expect(data['tokens']).toBeGreaterThanOrEqual(countTokens(told));
          expect(data['tokens']).toBeLessThan(2 * countTokens(told));
          expect((await answered(client, 'session_stats')).text).toMatch(/: ~\d+ tokens/);
          expect((await answered(client, 'session_search', { query: 'baud' })).data).toMatchObject({
            estimated: true,
          });
        } finally {
          await client.close();
        }
      } finally {
        scratch.dispose();
      }
    },
  );
});
