import { waitFor } from '../world.mjs';

export const pi = {
  name: 'pi',
  program: { package: '@earendil-works/pi-coding-agent', version: '0.87.1', bin: 'pi' },
  without: { mcp: 'pi has no MCP client in this version' },

  prepare({ world, model }) {
    world.write('.pi/agent/models.json', {
      providers: {
        scripted: {
          baseUrl: `${model.url}/v1`,
          api: 'openai-completions',
          apiKey: 'scripted',
          models: [{ id: 'scripted', contextWindow: 128_000, maxTokens: 4_096 }],
        },
      },
    });
    // As it comes it keeps the last 20,000 tokens, which is more than the whole story.
    world.write('.pi/agent/settings.json', { compaction: { enabled: true, keepRecentTokens: 1 } });
  },

  env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' }),

  turn: (prompt, { resume }) => [
    ...MODEL,
    '--mode',
    'json',
    ...(resume ? ['-c'] : []),
    '-p',
    prompt,
  ],

  tools: {
    shell: (command) => ({ tool: 'bash', args: { command } }),
    write: (path, content) => ({ tool: 'write', args: { path, content } }),
  },

  compacts: {
    async by(stage, aside) {
      stage.model.play({ label: 'compacting', steps: [{ text: aside }], aside });
      const ask = async (stdin, output) => {
        stdin.write(`${JSON.stringify({ id: '1', type: 'compact' })}\n`);
        await waitFor(() => /"id":"1"[^\n]*\n/.test(output()));
        stdin.end();
      };
      await stage.command([...MODEL, '--mode', 'rpc', '-c'], { input: ask });
    },
  },
};

const MODEL = ['--provider', 'scripted', '--model', 'scripted'];
