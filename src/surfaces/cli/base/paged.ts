import type { Cli } from './context.ts';
import { outputTo } from './output.ts';

/** Runs something whose output may be long: on a terminal it is shown page by page. */
export async function runPaged(cli: Cli, run: (cli: Cli) => Promise<number>): Promise<number> {
  const { width } = cli.out;
  if (!Number.isFinite(width) || !cli.isAttended()) return run(cli);
  let text = '';
  const kept = { isTTY: true, columns: width, write: (part: string) => void (text += part) };
  // Over it and no copy: parts of it are made when they are asked for.
  const code = await run(Object.create(cli, { out: { value: outputTo(kept, cli.env) } }));
  cli.showLong(text);
  return code;
}
