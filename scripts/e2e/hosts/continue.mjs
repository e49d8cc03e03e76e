// Continue reads hooks and runs none (1.5.47), so Cortex is only one of its MCP servers: what is there is given to who asks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ELSEWHERE_PIN, PIN } from '../scenario.mjs';
import { elements, results } from '../seen.mjs';

const UNTOLD = 'it runs no hooks: the model asks memory_context, or hears nothing';
const CAPABILITIES = ['pins', 'tasks', 'files', 'once', 'resume', 'compaction', 'warm', 'killed'];

export const continueCli = {
  name: 'continue',
  program: { package: '@continuedev/cli', version: '1.5.47', bin: 'cn' },
  logFolders: ['.continue/logs'],
  without: {
    wired: 'there is no cortex setup for it: an entry in its config.yaml (docs/hosts/continue.md)',
    ...Object.fromEntries(CAPABILITIES.map((name) => [name, UNTOLD])),
  },

  prepare({ world, model }) {
    world.write(
      '.continue/config.yaml',
      CONFIG(`${model.url}/v1`, join(world.root, 'bin', 'cortex')),
    );
    const fired = { type: 'command', command: `touch "${firedIn(world)}"` };
    const events = [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ];
    const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [fired] }]]));
    world.write('.continue/settings.json', { hooks });
  },

  env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_ENABLE_TELEMETRY: '0' }),

  turn: (prompt, { stage: { world } }) => [
    '-p',
    prompt,
    '--auto',
    '--config',
    join(world.home, '.continue/config.yaml'),
  ],

  async play(stage) {
    const { checks, world } = stage;
    const pin = (content) => ({ tool: 'working_memory', args: { action: 'pin', content } });
    await stage.turn('elsewhere', 'Keep in mind how invoices are numbered.', {
      steps: [pin(ELSEWHERE_PIN), { text: 'Kept.' }],
      cwd: world.elsewhere,
    });
    const first = await stage.turn('first', 'Keep in mind what the parser must do.', {
      steps: [pin(PIN), { text: 'Kept.' }],
    });
    if (!checks.that('runs', first.asked[0], `the model was not asked: ${first.ending}`)) return;
    checks.that('runs', first.code === 0, first.ending);
    checks.that('silent', elements(first.asked[0]) === 0, 'the first request holds our element');
    checks.that(
      'mcp',
      first.asked[0].tools.includes('working_memory'),
      'working_memory is not offered',
    );
    const second = await stage.turn('second', 'Where were we?', {
      steps: [{ tool: 'memory_context', args: {} }, { text: 'There.' }],
    });
    const given = results(second.asked.at(-1) ?? { entries: [] }).at(-1) ?? '';
    checks.that(
      'mcp',
      given.includes(PIN),
      `memory_context does not give it: ${given.slice(0, 200)}`,
    );
    checks.that('apart', !given.includes(ELSEWHERE_PIN), `"${ELSEWHERE_PIN}" was given`);
    checks.claim(
      'the hooks that it reads are not run',
      !existsSync(firedIn(world)),
      'one was: it can be wired',
    );
  },
};

const firedIn = (world) => join(world.root, 'a hook was run');

const CONFIG = (url, cortex) => `name: local
version: 1.0.0
schema: v1
models:
  - name: scripted
    provider: openai
    model: scripted
    apiBase: ${url}
    apiKey: scripted
    roles: [chat]
    capabilities: [tool_use]
mcpServers:
  - name: cortex
    command: ${cortex}
    args: [mcp]
`;
