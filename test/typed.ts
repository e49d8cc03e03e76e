import { spawn } from 'node:child_process';

/** Keys that end a question without an answer. */
const KEYS = ['\x03', '\x04'];

/** A command at a terminal of so many columns, with its questions answered as they come. Everything that it printed. */
export async function typed(
  command: string,
  answers: readonly (readonly [question: string, typed: string, how?: 'keys'])[],
  around: {
    readonly columns: number;
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly stderr: 'ignore' | 'inherit';
  },
): Promise<string> {
  const { columns, cwd, env, stderr } = around;
  const child = spawn('script', ['-qec', `stty cols ${columns}; ${command}`, '/dev/null'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', stderr],
  });
  const waiting = [...answers];
  let [all, unread] = ['', ''];
  for await (const chunk of child.stdout) {
    all += chunk;
    unread += chunk;
    const at = waiting[0] ? unread.indexOf(waiting[0][0]) : -1;
    if (at < 0) continue;
    unread = '';
    const [, said, how] = waiting.shift()!;
    child.stdin.write(how === 'keys' || KEYS.includes(said) ? said : `${said}\n`);
  }
  return all;
}
