// The files that `cortex plugin` writes besides the program: manifests, hooks, and in Claude Code's slash commands and a skill.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The events of the directory that Claude Code, Codex, Qwen Code and Copilot CLI load. Before tool calls nothing is asked:
 * there Copilot refuses the call when a hook fails. A host passes over events that it does not know.
 */
const CLAUDE_EVENTS = {
  SessionStart: null,
  UserPromptSubmit: null,
  PostToolUse: '*',
  PostToolUseFailure: '*',
  Stop: null,
  StopFailure: null,
  SubagentStart: null,
  SubagentStop: null,
  PreCompact: null,
  PostCompact: null,
  SessionEnd: null,
};

const GEMINI_EVENTS = {
  SessionStart: null,
  BeforeAgent: null,
  AfterTool: '*',
  AfterAgent: null,
  SessionEnd: null,
};

/** Values that hosts put in by themselves. */
const variable = (name) => `\${${name}}`;
const CLAUDE_ROOT = variable('CLAUDE_PLUGIN_ROOT');
const GEMINI_SCRIPT = `${variable('extensionPath')}${variable('/')}bin${variable('/')}cortex.cjs`;

/** Writes `plugins/manifests` into `dist`: `claude`, a marketplace with one plugin, and `gemini`, an extension. */
export function writePlugins(root, manifest) {
  const about = {
    name: 'cortex',
    version: manifest.version,
    description: manifest.description,
    license: manifest.license,
  };
  const manifests = join(root, 'dist', 'plugins', 'manifests');
  rmSync(manifests, { recursive: true, force: true });
  writeClaude(join(manifests, 'claude'), root, about);
  writeGemini(join(manifests, 'gemini'), about);
}

function writeClaude(market, root, about) {
  const folder = join(market, 'cortex');
  // README, icon, slash commands and a skill.
  cpSync(join(root, 'src', 'plugins', 'claude-code'), folder, { recursive: true });
  const owner = { name: 'Cortex' };
  const entry = { name: about.name, description: about.description, version: about.version };
  const json = writer(market);
  json('.claude-plugin/marketplace.json', {
    name: 'cortex',
    owner,
    metadata: { description: about.description, version: about.version },
    plugins: [{ ...entry, source: './cortex' }],
  });
  json('.agents/plugins/marketplace.json', {
    name: 'cortex',
    interface: { displayName: 'Cortex' },
    plugins: [
      {
        ...entry,
        source: { source: 'local', path: './cortex' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
    ],
  });
  json('cortex/.claude-plugin/plugin.json', {
    ...about,
    author: owner,
    mcpServers: { cortex: server(`${CLAUDE_ROOT}/bin/cortex.cjs`) },
  });
  // Codex does not replace variables in the line of a server, but takes a directory.
  json('cortex/.codex-plugin/plugin.json', {
    ...about,
    author: owner,
    hooks: './hooks/hooks.json',
    mcpServers: { cortex: { ...server('./bin/cortex.cjs'), cwd: '.' } },
  });
  const hookAt = (event) => ({
    type: 'command',
    command: `node "${CLAUDE_ROOT}/bin/cortex.cjs" hook auto ${event}`,
    // In seconds.
    timeout: 10,
  });
  json('cortex/hooks/hooks.json', { hooks: hooks(CLAUDE_EVENTS, hookAt) });
}

function writeGemini(folder, about) {
  const json = writer(folder);
  json('gemini-extension.json', {
    ...about,
    mcpServers: { cortex: server(GEMINI_SCRIPT) },
  });
  const hookAt = (event) => ({
    type: 'command',
    name: 'cortex',
    command: `node "${GEMINI_SCRIPT}" hook gemini ${event}`,
    // In milliseconds.
    timeout: 10_000,
  });
  json('hooks/hooks.json', { hooks: hooks(GEMINI_EVENTS, hookAt) });
}

function server(script) {
  return { command: 'node', args: [script, 'mcp'] };
}

function hooks(events, hookAt) {
  const entries = Object.entries(events).map(([event, matcher]) => [
    event,
    [{ ...(matcher && { matcher }), hooks: [hookAt(event)] }],
  ]);
  return Object.fromEntries(entries);
}

function writer(folder) {
  return (path, content) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  };
}
