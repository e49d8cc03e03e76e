// After compaction a model knows what it has done, what is left, and what it is asked now.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Agent, told } from '../agent.ts';
import { speaking } from '../speech.ts';
import { type Stage, useStage } from '../stage.ts';

interface PlayedTurn {
  readonly ask: string;
  /** Missing in the turn in which the context is compacted; empty where the person broke the turn off. */
  readonly reply?: string;
  readonly edits?: readonly string[];
  readonly runs?: readonly {
    readonly command: string;
    readonly output: string;
    readonly red?: true;
  }[];
  readonly commit?: string;
  readonly todos?: readonly { readonly content: string; readonly status: string }[];
}

const SESSIONS = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'compactions.json'), 'utf8'),
) as readonly {
  readonly name: string;
  readonly turns: readonly PlayedTurn[];
}[];

let stage: Stage;
const agent = useStage('shop', '2026-11-13T10:00:00.000Z', (set) => {
  stage = set;
});

async function play(a: Agent, turns: readonly PlayedTurn[]): Promise<string> {
  await a.start();
  for (const { ask, reply, edits = [], runs = [], commit, todos } of turns) {
    await a.prompt(ask);
    if (todos)
      await a.tool('TodoWrite', {
        todos: todos.map((one) => ({ ...one, activeForm: one.content })),
      });
    for (const path of edits) await a.edit(join(stage.repo, path));
    for (const { command, output, red } of runs)
      if (red)
        await a.hook('PostToolUseFailure', {
          tool_name: 'Bash',
          tool_input: { command },
          error: `Exit code 1\n${output}`,
          tool_use_id: `red-${command}`,
          is_interrupt: false,
        });
      else await a.tool('Bash', { command }, { stdout: output, stderr: '' });
    if (commit)
      await a.tool(
        'Bash',
        { command: `git commit -am "${commit}"` },
        { stdout: `[main a1b2c3d] ${commit}`, stderr: '' },
      );
    if (reply) await a.stop(reply);
  }
  return told(await a.start('compact'))!;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));
/** The beginning of a request, as a line quotes it. */
const quoted = (ask: string) => `user: "${ask.split('\n')[0]!.slice(0, 20)}`;

it.each(SESSIONS)('$name: no finished request is told as work', async ({ turns }) => {
  const text = await play(agent(), turns);
  const lines = linesOf(text);
  const present = turns.at(-1)!.reply === undefined ? turns.at(-1)! : null;
  const finished = turns.filter(({ reply }) => reply);
  for (const { ask, reply, edits = [], runs = [], commit } of finished) {
    // A nod is not told, what came of it is.
    const told = [quoted(ask), `agent: "${reply!.split('. ')[0]}`];
    const line = lines.find((one) => told.some((words) => one.includes(words)))!;
    expect(line).not.toContain('the present request');
    expect(line).toContain('agent: "');
    const isRed = runs.at(-1)?.red === true;
    const hasEvidence = edits.length + runs.length > 0 || commit !== undefined;
    expect(line.includes('[done: ')).toBe(hasEvidence && !isRed);
    if (runs.length > 0) expect(line).toMatch(isRed ? / red/ : / green/);
  }
  const spoken = lines.filter((line) => line.startsWith('- user: '));
  expect(spoken.filter((line) => line.includes('(the present request)'))).toHaveLength(
    present ? 1 : 0,
  );
  if (present) expect(spoken.at(-1)).toContain(quoted(present.ask));
  const todos = turns.flatMap((turn) => turn.todos ?? []);
  for (const { content, status } of todos)
    expect(text.includes(`] ${content} (`)).toBe(status !== 'completed');
});

it('says the same in Codex', async () => {
  const a = agent({ host: 'codex' });
  const { say } = speaking(a, 'codex', stage.repo, '2026-11-13T10:00:00.000Z');
  await say('start', 'startup');
  await say('prompt', 'add a VAT column to the invoice table');
  await say('write', join(stage.repo, 'src/invoice.ts'), 'export const vat = 19;');
  await say('shell', 'npm test', 'Tests  14 passed (14)');
  await say('stop', 'The VAT column is in the invoice table.');
  await say('prompt', 'translate the checkout page into French');
  await say('compacting');
  const text = (await say('compacted'))!;
  const [done, present] = linesOf(text);
  expect(done).toContain('[done: changed invoice.ts; npm test green]');
  expect(present).toBe('- user: "translate the checkout page into French" (the present request)');
});

it('the line for the person says what was told, and the next day what the session was at', async () => {
  const noticeOf = ({ stdout }: { stdout: string }) =>
    (JSON.parse(stdout) as { systemMessage: string }).systemMessage;
  const a = agent();
  await play(a, [
    { ask: 'add a VAT column to the invoice table', reply: 'Added.', edits: ['src/invoice.ts'] },
    { ask: 'translate the checkout page into French', edits: ['src/checkout.ts'] },
  ]);
  expect(noticeOf(await a.start('compact'))).toBe('cortex: told where this session stands');
  await a.stop('Translated.');
  await a.end();
  const next = agent({ now: '2026-11-14T10:00:00.000Z' });
  expect(noticeOf(await next.start())).toContain('in "translate the checkout page into French"');
  const { goal } = JSON.parse((await next.run('handoff', '--json')).stdout) as { goal: string };
  expect(goal).toBe('translate the checkout page into French');
});
