import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { pool, range } from '../tools.ts';

/** Memory that a hook may take, in MB: a host may run many at once. */
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

/** F13: input that is huge or deep. */
export const hostileInput: Fault = {
  id: 'F13',
  name: 'hostile input, huge and deep: memory',
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
      ['a million brackets', '['.repeat(1_000_000)],
      ['a million nested objects', '{"a":'.repeat(1_000_000)],
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
    const { wrong } = torture;
    let most = 0;
    await pool(inputs, 2, async ([name, input], i) => {
      const file = join(world.folder, `memory-${i}`);
      const env = { NODE_OPTIONS: `--require "${watch}"`, TORTURE_MEMORY: file };
      const ran = await world.run(['hook', 'claude-code'], { input, env });
      const memory = Number(readFileSync(file, 'utf8')) / 1024;
      most = Math.max(most, memory);
      if (memory > MOST_MEMORY) wrong.push(`${name}: takes ${Math.round(memory)} MB`);
      if (ran.code !== 0 || ran.stdout || ran.stderr)
        wrong.push(
          `${name}: ends with ${ran.code ?? ran.signal}: ${(ran.stdout + ran.stderr).slice(0, 80)}`,
        );
    });
    torture.tried = inputs.length;
    torture.check(world);
    return `the largest ${Math.round(most)} MB`;
  },
};
