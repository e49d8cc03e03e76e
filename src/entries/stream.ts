import type { Readable, Writable } from 'node:stream';
import { wholeLines } from '../surfaces/mcp/whole-lines.ts';
import type { EventStream } from './hook.ts';

/** Takes events, a line each, and answers each with a line: the host's answer as a JSON string. Until the input ends. */
export async function serveEvents(input: Readable, output: Writable, events: EventStream): Promise<void> {
  // The sender hears of it by the end of the line; a write says so too.
  output.on('error', () => {});
  // A plugin sends nothing that long.
  for await (const line of input.pipe(wholeLines(() => input.destroy()))) {
    const said = await events.take(String(line));
    const isHeard = await written(output, `${JSON.stringify(said.text)}\n`);
    // The next event that can inject may say it again.
    if (!isHeard) await said.unheard?.();
  }
  await events.close();
}

function written(output: Writable, text: string): Promise<boolean> {
  return new Promise((done) => {
    output.write(text, (error) => done(!error));
  });
}
