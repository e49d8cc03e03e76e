import type { Cli } from './context.ts';
import { outputTo } from './output.ts';

/** Runs something whose output may be long: on a terminal it is shown page by page. */
export async function runPaged(cli: Cli, run: (cli: Cli) => Promise<number>): Promise<number> {
  const { width } = cli.out;
  if (!cli.isAttended() || !Number.isFinite(width)) return run(cli);
  let text = '';
  const kept = { isTTY: true, columns: width, write: (part: string) => void (text += part) };
  const code = await run({ ...cli, out: outputTo(kept, cli.env) });
  cli.showLong(text);
  return code;
}
