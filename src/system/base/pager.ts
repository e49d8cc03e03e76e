import { childProcesses } from './runtime.ts';

/** The person's pager, else the usual one; its options keep colours and end by itself where the text fits. */
function pagerOf(env: NodeJS.ProcessEnv): readonly string[] {
  const own = (env['PAGER'] ?? '').trim().split(/\s+/).filter(Boolean);
  return own.length > 0 ? own : ['less', '-FRX'];
}

/**
 * Shows a long text page by page. False where nobody looks at a terminal, where the text fits on it, or where there is no
 * pager: whoever asked prints it then.
 */
export function showPaged(text: string, { env, stdin, stdout } = process): boolean {
  const isSeen = stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb';
  if (!isSeen || text.split('\n').length <= stdout.rows) return false;
  const [program, ...options] = pagerOf(env);
  if (program === 'cat') return false;
  const { error } = childProcesses().spawnSync(program!, options, {
    input: text,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  return error === undefined;
}
