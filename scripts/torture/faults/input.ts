import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../check.ts';
import type { Fault } from '../fault.ts';
import { pool, range } from '../tools.ts';

/** What a hook may take of the memory, in MB: a host may run many at once. */
const MOST_MEMORY = 120;

/**
 * Keeps what a program took at most, in KB. The program may leave without a word, so both ways out are watched. On Linux the
 * usage of resources begins with that of the process that started it.
 */
const WATCH = `
const fs = require('node:fs');
const onLinux = () => Number(/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);
const most = () => (process.platform === 'linux' ? onLinux() : process.resourceUsage().maxRSS);
const keep = () => fs.writeFileSync(process.env.TORTURE_MEMORY, String(most()));
const leave = process.reallyExit;
process.reallyExit = (code) => (keep(), leave.call(process, code));
process.on('exit', keep);
`;

/** The hook's own deadline is a second; what a busy machine adds is not its fault. */
const LEAVES_WITHIN = 5_000;

/** F13: whatever stands in standard input. */
export const hostileInput: Fault = {
  id: 'F13',
  name: 'hostile input: huge, deep, torn, binary, empty; time and memory',
  async run(torture) {
    const world = torture.world();
    world.sendHere('SessionStart', 's1');
    const prompt = (text: string | Buffer) =>
      Buffer.concat([
        Buffer.from(`{"hook_event_name":"UserPromptSubmit","session_id":"s1","prompt":"`),
        Buffer.from(text),
        Buffer.from('"}'),
      ]);
    const tool = (input: string) =>
      `{"hook_event_name":"PostToolUse","session_id":"s1","tool_name":"Edit","tool_input":${input},"tool_response":{}}`;
    const watch = join(world.folder, 'watch.cjs');
    writeFileSync(watch, WATCH);
    const inputs: [string, string | Buffer][] = [
      ['nothing', ''],
      ['white space', ' \n\n'],
      ['half a JSON', '{"session_id": "x", "hook_ev'],
      ['no object', '[1, 2]'],
      ['binary', Buffer.from([0xff, 0xfe, 0, 0x80, 0x7b])],
      ['invalid UTF-8', prompt(Buffer.from([0xc3, 0x28]))],
      ['a lone surrogate and NUL', prompt('a\\ud800b\\u0000c')],
      ['a million brackets', '['.repeat(1_000_000)],
      ['a million nested objects', '{"a":'.repeat(1_000_000)],
      ['a path for an id', '{"hook_event_name":"SessionEnd","session_id":"../../../etc/passwd"}'],
      [
        'prototype games',
        '{"hook_event_name":"SessionEnd","session_id":"s","__proto__":{"a":1},"constructor":null}',
      ],
      ['100 MB', prompt(Buffer.alloc(100 * 1024 * 1024, 'x'))],
      ['15 MB of words', prompt('tune the radio, '.repeat(1_000_000))],
      ['2.5 million objects', tool(`{"a":[${'{},'.repeat(2_500_000)}{}]}`)],
      [
        'a million names',
        tool(
          `{${range(1_000_000)
            .map((i) => `"k${i}":1,`)
            .join('')}"z":1}`,
        ),
      ],
      ['16 MB of brackets', '['.repeat(16 * 1024 * 1024)],
      ['128 KB of braces', '}'.repeat(131_072)],
    ];
    const wrong: string[] = [];
    let slowest = 0;
    let most = 0;
    await pool(inputs, 2, async ([name, input], i) => {
      const file = join(world.folder, `memory-${i}`);
      const env = { NODE_OPTIONS: `--require ${watch}`, TORTURE_MEMORY: file };
      const ran = await world.run(['hook', 'claude-code'], { input, env });
      const memory = Number(readFileSync(file, 'utf8')) / 1024;
      most = Math.max(most, memory);
      if (memory > MOST_MEMORY) wrong.push(`${name}: takes ${Math.round(memory)} MB`);
      slowest = Math.max(slowest, ran.millis);
      if (ran.code !== 0 || ran.stdout || ran.stderr)
        wrong.push(`${name}: ends with ${ran.code ?? ran.signal}: ${(ran.stdout + ran.stderr).slice(0, 80)}`);
      if (ran.millis > LEAVES_WITHIN) wrong.push(`${name}: takes ${Math.round(ran.millis)} ms`);
    });
    const checked = check(world);
    return {
      tried: inputs.length,
      lost: checked.lost,
      wrong: [...wrong, ...checked.wrong],
      note: `the slowest ${Math.round(slowest)} ms, the largest ${Math.round(most)} MB`,
    };
  },
};

/** F14: a socket that stays open, a host that hangs up, signals on the way. */
export const badManners: Fault = {
  id: 'F14',
  name: 'open sockets, closed stdout, signals',
  async run(torture) {
    const { random } = torture;
    const world = torture.world();
    world.session('s0', 2);
    world.sendHere('SessionStart', 's1');
    const whole = world.payload('PostToolUse', 's1', 'x');
    const padded = `{"pad":"${'x'.repeat(65_536 - whole.length - 9)}",${whole.slice(1)}`;
    const wrong: string[] = [];
    const late = (name: string, millis: number) => {
      if (millis > LEAVES_WITHIN) wrong.push(`${name}: takes ${Math.round(millis)} ms`);
    };
    const open: [string, string][] = [
      ['an open socket without a word', ''],
      ['an open socket with half a JSON', whole.slice(0, 40)],
      ['an open socket with 65,536 bytes', padded.slice(0, 65_536)],
      ['an open socket with a whole JSON', whole],
    ];
    await pool(open, 2, async ([name, input]) => {
      const ran = await world.run(['hook', 'claude-code'], { input, keepOpen: true, killAfter: 20_000 });
      if (ran.code !== 0) wrong.push(`${name}: ends with ${ran.code ?? ran.signal}`);
      late(name, ran.millis);
    });
    const hangUps = torture.times(6);
    for (let i = 0; i < hangUps; i++) {
      const { ran } = await world.send('SessionStart', `h${i}`, {
        ready: (child) => child.stdout?.destroy(),
      });
      if (ran.code !== 0) wrong.push(`a closed stdout: ends with ${ran.code ?? ran.signal}`);
      late('a closed stdout', ran.millis);
    }
    const signals = torture.times(24);
    for (let i = 0; i < signals; i++) {
      const signal = random.pick(['SIGTERM', 'SIGINT', 'SIGPIPE', 'SIGHUP'] as const);
      const { ran } = await world.send('PostToolUse', 's1', { killAfter: random.next() * 150, signal });
      late(signal, ran.millis);
    }
    const checked = check(world);
    return {
      tried: open.length + hangUps + signals,
      lost: checked.lost,
      wrong: [...wrong, ...checked.wrong],
      note: `${open.length} sockets, ${hangUps} closed outputs, ${signals} signals`,
    };
  },
};
