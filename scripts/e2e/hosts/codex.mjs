import { relative } from 'node:path';

export const codex = {
  name: 'codex',
  program: { package: '@openai/codex', version: '0.166.0', bin: 'codex' },
  logFolders: ['.codex/log'],
  /** Codex tells of its hooks among what it prints. */
  complaints: ({ stdout }) => stdout.split('\n').filter((line) => line.includes('"type":"error"')),
  harmless: [/--dangerously-bypass-hook-trust` is enabled/],

  prepare({ world, model }) {
    const trusted = [world.repository, world.elsewhere];
    world.write(
      '.codex/config.toml',
      [
        // One of those it has a description of: only then does it offer to patch files.
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        'check_for_update_on_startup = false',
        'model_context_window = 100000',
        'model_auto_compact_token_limit = 50000',
        '[analytics]',
        'enabled = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${model.url}/v1"`,
        'wire_api = "responses"',
        'requires_openai_auth = false',
        ...trusted.flatMap((path) => [`[projects."${path}"]`, 'trust_level = "trusted"']),
        '',
      ].join('\n'),
    );
  },

  env: (world) => ({ CODEX_HOME: `${world.home}/.codex` }),

  // Trust in hooks is a person's to give, in its own screen.
  turn: (prompt, { resume }) => [
    'exec',
    ...(resume ? ['resume', '--last'] : []),
    '--json',
    '--dangerously-bypass-hook-trust',
    prompt,
  ],

  tools: {
    shell: (cmd) => ({ tool: 'exec_command', args: { cmd } }),
    write: (path, content, { world }) => ({
      tool: 'apply_patch',
      input: `*** Begin Patch\n*** Add File: ${relative(world.repository, path)}\n${plus(content)}*** End Patch\n`,
    }),
    mcp: (tool, args) => ({ tool, namespace: 'mcp__cortex', args }),
    /** Codex keeps tools of servers behind a search, and tells what can be found there. */
    isSeen: (request, tool) =>
      request.body.tools.some(
        (each) =>
          each.type === 'tool_search' &&
          each.description.includes('cortex:') &&
          each.description.includes(tool),
      ),
  },

  /** Codex compacts by itself when the model reports more tokens than the limit. */
  compacts: { usage: 60_000 },
};

const plus = (content) => content.replace(/^(?=.)/gm, '+');
