// Cursor's agent runs on Cursor's service, so there is no model to look at. Its SDK has the executor of hooks that its programs
// share: that one is run here, and all claims are about what it took of our answers and would have handed on.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFolder } from '../places.mjs';
import { waitFor } from '../world.mjs';

const SESSION = fileURLToPath(new URL('../cursor/session.mjs', import.meta.url));
const ALONE = 'its agent runs on its own service: here its executor of hooks runs alone';

export const cursor = {
  name: 'cursor',
  // No program: what its programs share.
  program: { package: '@cursor/sdk', version: '1.0.32', entry: 'dist/cjs/index.js' },
  without: { mcp: ALONE, warm: ALONE },
  env: () => ({}),

  tools: {
    shell: (command) => ({ does: ['shell', command] }),
    write: (path, content) => ({ does: ['write', path, content] }),
  },

  /** The conversation as a model would have it: what hooks told, the prompts and the results of tools. */
  async converse(stage, prompt, { steps, resume, cwd }) {
    if (!resume || !stage.talk) stage.talk = { id: randomUUID(), entries: [] };
    const { entries } = stage.talk;
    const done = await play(
      stage,
      [['start'], ['prompt', prompt], ...steps.map(wordsOf), ['stop']],
      cwd,
    );
    const asked = [];
    for (const { step, told, answer, output } of done.heard) {
      if (answer && Object.keys(answer).join() !== 'additional_context')
        stage.checks.that('once', false, `an answer has other fields: ${JSON.stringify(answer)}`);
      if (step === 'beforeSubmitPrompt') entries.push({ kind: 'said', role: 'user', text: prompt });
      if (output !== undefined) entries.push({ kind: 'result', role: 'tool', text: output });
      if (told) entries.push({ kind: 'said', role: 'user', text: told });
      if (step === 'beforeSubmitPrompt' || output !== undefined)
        asked.push({ entries: [...entries] });
    }
    return { ...done, asked };
  },

  compacts: {
    async by(stage, aside) {
      await play(
        stage,
        [['start'], ['prompt', 'Go on.'], ['compact'], ['stop']],
        stage.world.repository,
      );
      stage.talk.entries = [{ kind: 'said', role: 'user', text: aside }];
    },
  },
};

const wordsOf = ({ does, text, hang }) => does ?? (hang ? ['hang'] : ['say', text]);

/** A part of a conversation, in a process that stands for Cursor; one that hangs is killed. */
async function play({ world, outputs, program, talk }, steps, cwd) {
  const sdk = join(program.folder, 'node_modules', '@cursor', 'sdk');
  const asked = JSON.stringify({
    sdk,
    version: cursor.program.version,
    conversation: talk.id,
    steps,
  });
  const hanging = Promise.withResolvers();
  const watch = async (stdin, output) => {
    if (await waitFor(() => output().includes('"hanging"'))) hanging.resolve();
    stdin.end();
  };
  const isKilled = steps.some(([does]) => does === 'hang');
  const done = await world.run([join(nodeFolder, 'node'), SESSION, asked], {
    cwd,
    ...(isKilled && { killed: hanging.promise, input: watch }),
  });
  if (done.how === 'killed') await world.kill();
  outputs.push({ argv: ['session'], ...done });
  const lines = done.stdout.split('\n').filter((line) => line.startsWith('{'));
  return { ...done, heard: lines.map((line) => JSON.parse(line)) };
}
