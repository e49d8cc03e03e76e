export const kimi = {
  name: 'kimi',
  program: { package: '@moonshot-ai/kimi-code', version: '2.1.0', bin: 'kimi' },
  logFolders: ['.kimi-code/logs'],

  prepare({ world, model }) {
    world.write('.kimi-code/config.toml', CONFIG(`${model.url}/v1`));
  },

  env: () => ({ KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' }),

  turn: (prompt, { resume }) => [
    ...(resume ? ['--continue'] : []),
    '--prompt',
    prompt,
    '--output-format',
    'stream-json',
  ],

  tools: {
    shell: (command) => ({ tool: 'Bash', args: { command } }),
    write: (path, content) => ({ tool: 'Write', args: { path, content } }),
    todo: (text) => ({ tool: 'TodoList', args: { todos: [{ title: text, status: 'pending' }] } }),
    mcp: (tool, args) => ({ tool: `mcp__cortex__${tool}`, args }),
  },

  /** A summary is asked for with all tools at hand. */
  instead: (asked, { aside }) => (isForSummary(asked) ? { text: aside } : null),
  isAside: (request) => isForSummary(request),

  /** Kimi compacts by itself when the model reports that its window is full. */
  compacts: { usage: 127_000 },
};

const isForSummary = ({ entries }) =>
  /Create a handoff summary for the/.test(entries.at(-1)?.text ?? '');

const CONFIG = (url) => `default_model = "scripted"

[providers.scripted]
type = "openai"
base_url = "${url}"
api_key = "scripted"

[models.scripted]
provider = "scripted"
model = "scripted"
max_context_size = 128000
`;
