// Claude Code on its screen: keys in, what is shown out.
import { waitFor } from '../world.mjs';

/** The text of a screen without spaces: a program that moves the cursor writes none. */
export const shown = (output) =>
  output.replace(
    /\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78])|\s/g,
    '',
  );

/**
 * Runs it in a terminal of its own. `play` gets `type`, which writes words and the enter key, `until`, which waits for something
 * to be so, and `has`, which says whether words were shown so far. Afterwards it is told to leave.
 */
export function onScreen(stage, args, play) {
  const { program, world, env, model } = stage;
  const line = ['stty', 'cols', '160', 'rows', '50'].join(' ');
  const command = [program.bin, ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ');
  const input = async (stdin, output) => {
    const has = (words) => shown(output()).includes(words.replace(/\s/g, ''));
    const pause = () => new Promise((later) => setTimeout(later, 500));
    const type = async (words) => {
      await pause();
      stdin.write(words);
      // Words and the key that ends them in one piece are taken for something pasted.
      await waitFor(() => has(words), 10_000);
      await pause();
      stdin.write('\r');
    };
    if (await waitFor(() => has('❯'), 60_000))
      await play({ type, has, until: (isSo) => waitFor(isSo, 60_000) });
    await type('/exit');
  };
  return world.run(['script', '-qfec', `${line}; exec ${command}`, '/dev/null'], {
    input,
    signs: model.listen,
    env: { ...env, TERM: 'xterm-256color' },
  });
}
