// One host in its world, ready to be asked for turns.
import { results } from './seen.mjs';
import { PATIENCE_MS } from './world.mjs';

export async function makeStage({ host, world, model, checks, program }) {
  const env = host.env(world, model);
  const outputs = [];
  const stage = { host, world, model, checks, outputs, program, env };

  /** The host's own program with its own environment. */
  stage.command = async (argv, options = {}) => {
    const done = await world.run([program.bin, ...argv], {
      signs: model.listen,
      ...options,
      env: { ...env, ...options.env },
    });
    outputs.push({ argv, ...done });
    return done;
  };

  stage.turn = async (
    label,
    prompt,
    { steps, usage, aside, sub, resume = false, cwd = world.repository, killAfterResults } = {},
  ) => {
    const { instead } = host;
    model.play({ label, steps, sub, instead, ...(usage && { usage }), ...(aside && { aside }) });
    const killed =
      killAfterResults === undefined
        ? undefined
        : model
            .until((each) => each.label === label && results(each).length >= killAfterResults, PATIENCE_MS)
            .then((seen) => (seen ? undefined : new Promise(() => {})));
    const done = await runOnce(stage, prompt, { label, resume, cwd, killed });
    if (done.how === 'killed') await world.kill();
    const asked = model.conversation(label).filter((request) => !host.isAside?.(request));
    return { ...done, asked, ending: describeEnding(done) };
  };

  stage.history = async () => JSON.parse((await world.cortex('history', '--json')).stdout || '[]');

  await host.prepare(stage, program);
  return stage;
}

function runOnce(stage, prompt, { resume, cwd, killed }) {
  return stage.command(stage.host.turn(prompt, { resume, stage }), { cwd, killed });
}

function describeEnding({ how, code, stderr, stdout }) {
  const said = (stderr.trim() || stdout.trim()).split('\n').at(-1)?.slice(0, 200) ?? '';
  return how === 'timeout'
    ? `nothing was heard of it for ${PATIENCE_MS / 1000} s`
    : `${how} with ${code}: ${said}`;
}
