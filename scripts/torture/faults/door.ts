import type { ChildProcess } from 'node:child_process';
import { DoorStage, ended } from '../../../test/door-stage.ts';
import type { Fault, Torture } from '../fault.ts';
import { pause, range } from '../tools.ts';
import { MARK, newToken } from '../world.ts';

/** The side that is killed while events are handed over. */
const VICTIMS = ['hook', 'server', 'agent', 'server, stopped'] as const;
type Victim = (typeof VICTIMS)[number];

const EVENTS_A_ROUND = 8;

/** F18: events that are handed over to a server count once, whoever dies meanwhile, and no hook fails its host. */
export const door: Fault = {
  id: 'F18',
  name: 'kills while events are handed over',
  async run(torture) {
    for (const victim of VICTIMS) {
      const stage = new DoorStage('sh', torture.cortex, { [MARK]: String(process.pid) });
      try {
        for (const _ of range(torture.times(8, 1))) {
          torture.tried++;
          const acked = await round(torture, stage, victim);
          // Whoever comes next takes in what was left.
          await stage.hook('UserPromptSubmit', {
            prompt: `after ${newToken()}`,
            prompt_id: newToken(),
          });
          const stored = stage.facts('tool').map(({ command }) => String(command));
          for (const token of acked) {
            const times = stored.filter((command) => command.includes(token)).length;
            if (times === 0) torture.lost++;
            if (times !== 1)
              torture.wrong.push(`${victim} killed: ${token} is stored ${times} times`);
          }
        }
      } finally {
        await stage.dispose();
      }
    }
    return `${VICTIMS.join(', ')}; ${EVENTS_A_ROUND} events beside each`;
  },
};

/** The events that were acknowledged to the host. */
async function round(torture: Torture, stage: DoorStage, victim: Victim): Promise<string[]> {
  const server = await stage.serve();
  const sent = range(EVENTS_A_ROUND).map((i) => {
    const token = newToken();
    const more = {
      tool_name: 'Bash',
      tool_input: { command: `echo ${token}` },
      tool_response: { stdout: 'x'.repeat(i * 5_000), stderr: '' },
      tool_use_id: `toolu_${token}`,
    };
    return { token, ...stage.start('PostToolUse', more) };
  });
  const prompt = stage.start('UserPromptSubmit', { prompt: 'meanwhile', prompt_id: newToken() });
  await pause(torture.random.below(25));
  const isHit = await strike(victim, server, sent[torture.random.below(sent.length)]!.child);
  const done = await Promise.all(
    [...sent, { token: '', ...prompt }].map(async ({ token, child, done }) => {
      const { status } = await done;
      if (status !== 0 && !(isHit === child && child.signalCode))
        torture.wrong.push(`${victim} killed: a hook ended with ${status}`);
      return { token, isAcked: status === 0 };
    }),
  );
  await ended(server, 'SIGKILL');
  return done.filter(({ token, isAcked }) => token && isAcked).map(({ token }) => token);
}

/** Gives the process that was hit. */
async function strike(
  victim: Victim,
  server: ChildProcess,
  hook: ChildProcess,
): Promise<ChildProcess> {
  if (victim === 'hook') hook.kill('SIGKILL');
  else if (victim === 'server') server.kill('SIGKILL');
  else if (victim === 'server, stopped') server.kill('SIGSTOP');
  // The pipes of an agent that is killed are closed.
  else server.stdin!.destroy();
  return victim === 'hook' ? hook : server;
}
