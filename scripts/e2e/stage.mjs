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

  stage.turn = async (label, prompt, options = {}) => {
    const asked = { resume: false, cwd: world.repository, ...options };
    const done = host.converse
      ? await host.converse(stage, prompt, asked)
      : await commandTurn(stage, label, prompt, asked);
    return { ...done, ending: describeEnding(done) };
  };

  stage.history = async () =>
    host.history?.(stage) ?? JSON.parse((await world.cortex('history', '--json')).stdout || '[]');

  stage.setUp = async () => {
    const { code, stdout, stderr } = await world.cortex('setup', host.name, '--yes');
    const last = (stderr || stdout).trim().split('\n').at(-1);
    return checks.that(
      'wired',
      code === 0,
      `cortex setup ${host.name} ended with ${code}: ${last}`,
    );
  };

  await host.prepare?.(stage, program);
  return stage;
}

/** A turn that one start of the program plays. */
async function commandTurn(
  stage,
  label,
  prompt,
  { steps, usage, aside, sub, resume, cwd, killAfterResults },
) {
  const { host, model, world } = stage;
  await host.before?.(stage, { resume, cwd });
  const { instead } = host;
  model.play({ label, steps, sub, instead, ...(usage && { usage }), ...(aside && { aside }) });
  const killed =
    killAfterResults === undefined
      ? undefined
      : model
          .until(
            (each) => each.label === label && results(each).length >= killAfterResults,
            PATIENCE_MS,
          )
          .then((seen) => (seen ? undefined : new Promise(() => {})));
  const done = await stage.command(host.turn(prompt, { resume, stage }), { cwd, killed });
  if (done.how === 'killed') {
    await world.kill();
    await host.killed?.(stage);
  }
  return {
    ...done,
    asked: model.conversation(label).filter((request) => !host.isAside?.(request)),
  };
}

function describeEnding({ how, code, stderr, stdout }) {
  const said = (stderr.trim() || stdout.trim()).split('\n').at(-1)?.slice(0, 200) ?? '';
  return how === 'timeout'
    ? `nothing was heard of it for ${PATIENCE_MS / 1000} s`
    : `${how} with ${code}: ${said}`;
}
