import { createInterface } from 'node:readline';

/** Asks whoever sits at the terminal; null where nobody does. The end of the input is a no. */
export async function confirm(question: string): Promise<boolean | null> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return await new Promise<boolean>((answer) => {
      terminal.once('close', () => answer(false));
      terminal.question(`${question} [y/N] `, (typed) => answer(/^\s*y(?:es)?\s*$/i.test(typed)));
    });
  } finally {
    terminal.close();
  }
}
