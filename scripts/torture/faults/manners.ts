import type { Fault } from '../fault.ts';
import { pool, range } from '../tools.ts';
import { newToken, type Ran, type RunOptions } from '../world.ts';

/** A hook's own deadline is a second; the rest is for a busy machine. One that is still there hangs. */
const HANGS = 10_000;
/** As much as one read of the standard input takes. */
const ONE_READ = 65_536;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGPIPE', 'SIGHUP'] as const;

/** The part of an event that a host sends before it falls silent, with the socket open. */
const OPEN: readonly [name: string, sent: (whole: string) => string][] = [
  ['nothing', () => ''],
  ['half a JSON', (whole) => whole.slice(0, 40)],
  ['a whole JSON', (whole) => whole],
  ['one read', (whole) => `{"pad":"${'x'.repeat(ONE_READ - whole.length - 9)}",${whole.slice(1)}`],
];

/** F14: a socket that stays open, a host that hangs up, signals on the way. */
export const badManners: Fault = {
  id: 'F14',
  name: 'open sockets, closed stdout, signals',
  async run(torture) {
    const { random, wrong } = torture;
    const world = torture.world();
    world.session('s0', 2);
    world.sendHere('SessionStart', 's1');
    let slowest = 0;
    const left = (name: string, { code, signal, millis }: Ran) => {
      torture.tried++;
      slowest = Math.max(slowest, millis);
      if (code !== 0 && signal !== name) wrong.push(`${name}: ends with ${code ?? signal}`);
    };
    await pool(OPEN, 2, async ([name, sent]) => {
      const token = newToken();
      const whole = world.payload('PostToolUse', 's1', token);
      const input = sent(whole);
      const ran = await world.run(['hook', 'claude-code'], {
        input,
        keepOpen: true,
        killAfter: HANGS,
      });
      left(`an open socket with ${name}`, ran);
      const acked = ran.code === 0 && input.length >= whole.length;
      world.handed.push({ event: 'PostToolUse', session: 's1', token, acked, ran });
    });
    const hangUps = torture.times(6);
    for (const i of range(hangUps)) {
      const ready: RunOptions['ready'] = ({ stdout }) => stdout.destroy();
      left(
        'a closed stdout',
        (await world.send('SessionStart', `h${i}`, { ready, killAfter: HANGS })).ran,
      );
    }
    const signals = torture.times(24, SIGNALS.length);
    for (const i of range(signals)) {
      const signal = SIGNALS[i % SIGNALS.length]!;
      const ready: RunOptions['ready'] = (child) =>
        setTimeout(() => child.kill(signal), random.below(150));
      left(signal, (await world.send('PostToolUse', 's1', { ready, killAfter: HANGS })).ran);
    }
    torture.check(world);
    return `${OPEN.length} sockets, ${hangUps} closed outputs, ${signals} signals; the slowest ${Math.round(slowest)} ms`;
  },
};
