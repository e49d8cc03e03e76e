/** Whether somebody sits at a terminal who can be asked. */
export function isAttended(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * The line that the person at the terminal types. Null is no answer: nobody sits there, or they ended it with Ctrl-C or
 * Ctrl-D, which must not count as the Enter that takes a default.
 */
export async function askPerson(question: string): Promise<string | null> {
  if (!isAttended()) return null;
  const { createInterface } = process.getBuiltinModule('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string | null>((answer) => {
      terminal.once('close', () => answer(null));
      terminal.question(question, (typed) => answer(typed.trim()));
    }).then((typed) => {
      // The question's line has no end of its own then.
      if (typed === null) process.stderr.write('\n');
      return typed;
    });
  } finally {
    terminal.close();
  }
}

/** A yes or a no; only a yes is one. Null where nobody sits there. */
export async function confirm(question: string): Promise<boolean | null> {
  const typed = await askPerson(`${question} [y/N] `);
  return isAttended() ? /^y(?:es)?$/i.test(typed ?? '') : null;
}
