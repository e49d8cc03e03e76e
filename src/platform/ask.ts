import { createInterface } from 'node:readline';

/** Whether somebody sits at a terminal who can be asked. */
export function isAttended(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** The line that the person at the terminal types; null where nobody sits there. The end of the input is an empty answer. */
export async function ask(question: string): Promise<string | null> {
  if (!isAttended()) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((answer) => {
      terminal.once('close', () => answer(''));
      terminal.question(question, (typed) => answer(typed.trim()));
    });
  } finally {
    terminal.close();
  }
}

/** A yes or a no; only a yes is one. */
export async function confirm(question: string): Promise<boolean | null> {
  const typed = await ask(`${question} [y/N] `);
  return typed === null ? null : /^y(?:es)?$/i.test(typed);
}
