// A conversation in Cursor without Cursor's service: its own executor runs the hooks, at the events and with the fields that its
// SDK has for them. Prints what the executor took of each answer, a line each.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cursorExecutor } from './executor.mjs';

const { sdk, version, conversation, steps } = JSON.parse(process.argv[2]);
const executor = await cursorExecutor(sdk, process.cwd(), version);
let generation = conversation;

const ask = async (step, fields, output) => {
  const request = {
    conversation_id: conversation,
    generation_id: generation,
    model: 'scripted',
    ...fields,
  };
  const answer = await executor.executeHookForStep(step, request);
  const told = answer?.additional_context ?? null;
  console.log(JSON.stringify({ step, told, answer: answer ?? null, output }));
};

const used = (tool_name, tool_input, result, output, more) =>
  ask(
    'postToolUse',
    {
      tool_name,
      tool_input,
      tool_output: JSON.stringify(result),
      duration: 1.5,
      tool_use_id: randomUUID(),
      ...more,
    },
    output,
  );

const DOES = {
  start: () => ask('sessionStart', { is_background_agent: false }),
  prompt: (prompt) => {
    generation = randomUUID();
    return ask('beforeSubmitPrompt', { prompt, attachments: [] });
  },
  shell: (command) => {
    const cwd = process.cwd();
    const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    const output = stdout + stderr;
    const result = { output, exitCode: status === 0 ? 0 : 1 };
    return used('Shell', { command, cwd: '' }, result, output, { cwd });
  },
  write: (file_path, content) => {
    mkdirSync(dirname(file_path), { recursive: true });
    writeFileSync(file_path, content);
    return used('Write', { file_path, content }, { file_path, success: true }, 'written');
  },
  say: (text) => ask('afterAgentResponse', { text }),
  compact: () =>
    ask('preCompact', {
      trigger: 'auto',
      context_usage_percent: 91,
      context_tokens: 182_000,
      context_window_size: 200_000,
      message_count: 40,
      messages_to_compact: 36,
      is_first_compaction: true,
    }),
  stop: () => ask('stop', { status: 'completed', loop_count: 0 }),
  hang: () => {
    console.log('"hanging"');
    return new Promise((later) => setInterval(later, 2 ** 30));
  },
};

for (const [does, ...words] of steps) await DOES[does](...words);
