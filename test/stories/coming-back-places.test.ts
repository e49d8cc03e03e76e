// Somebody comes back to a matter from another place: a worktree, a folder of a monorepo, a plan, a subagent.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HostEvent } from '../../src/domain/facts/event.ts';
import { handle } from '../../src/engine/engine.ts';
import { told } from '../agent.ts';
import { at, DAY, LATER, MINUTE, MONDAY } from '../days.ts';
import { conversation, testDeps } from '../deps.ts';
import { git, gitRepository } from '../git.ts';
import { type Stage, useStage } from '../stage.ts';
import { NOTHING_DONE } from '../tool-use.ts';

let stage: Stage;
const agent = useStage('shop', at(MONDAY), (set) => {
  stage = set;
});
beforeEach(() => gitRepository(stage.repo));

interface Work {
  readonly asked: string;
  readonly reply: string;
  readonly file: string;
  readonly cwd?: string;
}

async function session(now: number, { asked, reply, file, cwd = stage.repo }: Work): Promise<void> {
  mkdirSync(cwd, { recursive: true });
  const one = agent({ cwd, now: at(now) });
  await one.start();
  await one.at(at(now + MINUTE)).prompt(asked);
  await one.edit(join(cwd, file));
  await one.stop(reply);
  await one.end();
}

/** Four days of something else. */
async function others(cwd?: string): Promise<void> {
  for (const [i, name] of ['mails', 'fees', 'build', 'logo'].entries())
    await session(MONDAY + (2 + i) * DAY, {
      asked: `look at the ${name}`,
      reply: `The ${name} are fine.`,
      file: `${name}.ts`,
      ...(cwd && { cwd }),
    });
}

const webhooks: Work = {
  asked: 'put the webhooks behind a flag',
  reply: 'They are behind `SHADOW`, evt_3 is late.',
  file: 'src/hooks.ts',
};

/** The answer to a first prompt, and to a later one, each in a copy of the home. */
async function toldTo(words: string, cwd: string): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const before of [[], ['rename the button']]) {
    const home = join(stage.folder.path, `copy-${++copies}`);
    cpSync(stage.home, home, { recursive: true });
    const one = agent({ home, cwd, now: at(LATER) });
    await one.start();
    for (const prompt of before) {
      await one.prompt(prompt);
      await one.stop('Done.');
    }
    answers.push(told(await one.at(at(LATER + MINUTE)).prompt(words)) ?? '');
  }
  return answers;
}

let copies = 0;

describe('who comes back', () => {
  it('in a worktree is told what was done in another one of the same repository, and the other way round', async () => {
    const tree = join(stage.folder.path, 'shop-hotfix');
    git(stage.repo, 'worktree', 'add', '-q', '-b', 'hotfix', tree);
    await session(MONDAY, webhooks);
    await session(MONDAY + DAY, {
      asked: 'rank the search by sales',
      reply: 'It counts sales of 30 days.',
      file: 'src/rank.ts',
      cwd: tree,
    });
    await others();
    for (const text of await toldTo('back to the webhooks', tree))
      expect(text).toContain('evt_3 is late');
    for (const text of await toldTo('what is missing in src/rank.ts?', stage.repo))
      expect(text).toContain('It counts sales of 30 days');
  });

  it('in a folder of a monorepo is told what was done in another one, by words and by path', async () => {
    const [web, api] = [join(stage.repo, 'packages', 'web'), join(stage.repo, 'packages', 'api')];
    await session(MONDAY, { ...webhooks, cwd: api });
    await others(web);
    for (const words of ['back to the webhooks', 'look at packages/api/src/hooks.ts again'])
      for (const text of await toldTo(words, web)) expect(text).toContain('evt_3 is late');
  });

  it('with the plan that was made is told what came after it, and the plan itself is not said back', async () => {
    const plan =
      '# Plan: webhooks behind a flag\n\n1. Add `SHADOW` to src/hooks.ts\n2. Log differences';
    const planning = agent({ now: at(MONDAY) });
    await planning.start();
    await planning.prompt('plan how the webhooks go behind a flag');
    await planning.tool('ExitPlanMode', { plan }, { plan });
    await planning.stop('The plan stands.');
    await planning.end();
    await session(MONDAY + DAY, { ...webhooks, asked: 'log differences to a table instead' });
    await others();
    const one = agent({ now: at(LATER) });
    await one.start();
    const text = told(await one.prompt(`Implement the following plan:\n\n${plan}`)) ?? '';
    expect(text).toContain('log differences to a table instead');
    expect(text).toContain('evt_3 is late');
    expect(text).not.toContain('Add `SHADOW` to src/hooks.ts');
  });
});

describe('a subagent', () => {
  it('that is told at its own start takes nothing of what its session is told at a prompt', async () => {
    await session(MONDAY, webhooks);
    await others();
    const one = agent({ now: at(LATER) });
    await one.start();
    await one.prompt('rename the button');
    await one.hook('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' });
    await one.hook('SubagentStop', {
      agent_id: 'a1',
      agent_type: 'Explore',
      last_assistant_message: 'I looked at the webhooks.',
    });
    await one.stop('Renamed.');
    expect(told(await one.at(at(LATER + MINUTE)).prompt('back to the webhooks'))).toContain(
      'evt_3 is late',
    );
  });

  it('whose tool answers first does not hear what a prompt of its session chose', async () => {
    const deps = testDeps();
    const say = conversation(deps, 'old', '/work/radio');
    await say({ kind: 'session-start', source: 'startup' });
    await say({ kind: 'prompt', text: webhooks.asked });
    await say({ kind: 'turn-end', reply: webhooks.reply });
    await say({ kind: 'session-end', reason: 'exit' });
    for (const [i, name] of ['mails', 'fees', 'build', 'logo'].entries()) {
      deps.advance(DAY);
      const other = conversation(deps, `${i}`, '/work/radio');
      await other({ kind: 'session-start', source: 'startup' });
      await other({ kind: 'prompt', text: `look at the ${name}` });
      await other({ kind: 'turn-end', reply: `The ${name} are fine.` });
      await other({ kind: 'session-end', reason: 'exit' });
    }
    const injection = { at: ['session-start', 'tool-use'], keeps: true } as const;
    const send = async (event: object) => {
      const common = { hostSessionId: 'now', cwd: '/work/radio', key: null, subagent: null };
      const source = { host: 'cursor', via: 'test', injection };
      return (await handle(deps, source, { ...common, ...event } as HostEvent)).context ?? '';
    };
    await send({ kind: 'session-start', source: 'startup' });
    await send({ kind: 'prompt', text: 'back to the webhooks' });
    const use = { name: 'Bash', ...NOTHING_DONE, command: 'ls' };
    expect(await send({ kind: 'tool-use', use, subagent: 'explore' })).toBe('');
    expect(await send({ kind: 'tool-use', use })).toContain('evt_3 is late');
  });
});
