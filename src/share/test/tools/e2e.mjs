// Work that goes from machine to machine through a PostgreSQL: Codex stops in one home, Claude Code goes on in another of the same
// person, a teammate's Claude Code is told whose words they are, and a capsule takes it to a machine without a server.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsIn } from '../../../../scripts/e2e/logs.mjs';
import { element, notOnce, tellsFile, told } from '../../../../scripts/e2e/seen.mjs';
import { makeStage } from '../../../../scripts/e2e/stage.mjs';
import { PATIENCE_MS } from '../../../../scripts/e2e/world.mjs';
import { inviteSql, SHARE_SCHEMA } from '../../postgres/schema.ts';
import { NO_POSTGRES, postgresPrograms, startPostgres } from './postgres.ts';

const PROJECT = 'github.com/acme/refunds';
const PROMPT = 'Make refunds round as the bank does, the walrus way.';
const STOPPED = 'One test is red: evt_3 rounds half up, the bank rounds half to even.';
const REPLY = `${STOPPED}\nNext steps:\n- Mend the rounding of evt_3`;
const DECISION = 'refunds are rounded half to even';
const REASON = 'the bank does';
const MENDED = 'evt_3 is mended and the suite is green.';
const LEFT = 'Take the old rounding out';
const OWN_PIN = 'The walrus table has the rates';
const TEAM_PIN = 'The sandbox sends every event twice';
const FILE = 'src/refunds.ts';

export async function playShare({ hosts, machine, model, checks, programs }) {
  if (!postgresPrograms()) return checks.cannot('wired', NO_POSTGRES);
  const server = await startPostgres();
  server.psql(SHARE_SCHEMA);
  for (const login of ['alice', 'bob'])
    server.psql(`create role ${login} login; ${inviteSql(PROJECT, login, 'member')}`);
  const stages = [];
  const stand = async (name, host, options, remote) => {
    const world = machine(name, options);
    spawnSync('git', ['-C', world.repository, 'remote', 'remove', 'origin']);
    spawnSync('git', ['-C', world.repository, 'remote', 'add', 'origin', remote]);
    const stage = await makeStage({
      host: hosts[host],
      world,
      model,
      checks,
      program: programs[host],
    });
    const setup = await world.cortex('setup', host, '--yes');
    checks.that('wired', setup.code === 0, `cortex setup ${host} ended with ${setup.code}`);
    stages.push(stage);
    return stage;
  };
  const share = async ({ world }, how, login) => {
    const done = await world.run(['cortex', 'share', how, '--url-stdin'], {
      input: server.url(login),
    });
    checks.claim(
      `${login}: cortex share ${how} ends well`,
      done.code === 0,
      done.stderr || done.stdout,
    );
  };
  try {
    const first = await stand('laptop', 'codex', {}, 'git@github.com:acme/refunds.git');
    const { repository: from } = first.world;
    // A first commit proves nothing: every fork has it.
    await first.world.run(['git', 'commit', '-q', '--allow-empty', '-m', 'Refunds']);
    await share(first, 'init', 'alice');
    await work(first);
    await sent(first);

    const second = await stand(
      'desktop',
      'claude-code',
      { name: 'money/back', from },
      'https://github.com/acme/refunds',
    );
    await share(second, 'join', 'alice');
    await goOn(second, from);

    const third = await stand(
      'teammate',
      'claude-code',
      { name: 'bob/refunds', from },
      'ssh://git@github.com/acme/refunds.git',
    );
    await share(third, 'join', 'bob');
    await hearOfIt(third);

    const capsule = await second.world.cortex('handoff', '--json');
    const apart = await stand(
      'apart',
      'codex',
      { name: 'somewhere', from },
      'https://example.org/mirror',
    );
    await takeIn(apart, capsule.stdout);
  } finally {
    server.stop();
    for (const stage of stages) {
      const errors = errorsIn(stage);
      checks.that('logs', errors.length === 0, `${stage.host.name}: ${errors[0]}`);
      await stage.host.after?.(stage);
    }
  }
}

/** Codex in the first home: it works, stops with a red test, and ends. Nobody tells it to send. */
async function work(stage) {
  const { host, world, checks } = stage;
  const steps = [
    host.tools.shell('mkdir -p src'),
    host.tools.write(join(world.repository, FILE), 'export const half = "up";\n', stage),
    host.tools.shell(`cortex note decision "${DECISION}" --reason "${REASON}"`),
    host.tools.shell(`cortex pin "${OWN_PIN}" --label walrus`),
    host.tools.shell(`cortex pin "${TEAM_PIN}" --label sandbox`),
    host.tools.shell('cortex share rule sandbox'),
    { text: REPLY },
  ];
  const turn = await stage.turn('share-first', PROMPT, { steps });
  checks.that('runs', turn.asked[0] && turn.code === 0, `codex: ${turn.ending}`);
  checks.that(
    'silent',
    !told(turn.asked[0]).includes('<session-continuity'),
    'codex was told something',
  );
}

/** The detached sync of the end of the turn: waited for, never started here. */
async function sent({ world, checks }) {
  let last = [];
  const isThrough = async () => {
    last = JSON.parse((await world.cortex('share', 'status', '--json')).stdout || '[]');
    const events = JSON.parse((await world.cortex('history', '--json')).stdout || '[]');
    const [{ pushed_at = null, waiting = 1 } = {}] = last;
    return (
      pushed_at !== null && waiting === 0 && events.every(({ end_time }) => end_time < pushed_at)
    );
  };
  const until = Date.now() + PATIENCE_MS;
  let isSo = await isThrough();
  while (!isSo && Date.now() < until) {
    await new Promise((later) => setTimeout(later, 500));
    isSo = await isThrough();
  }
  checks.claim('codex: what it did is sent by itself', isSo, JSON.stringify(last));
}

/** Another machine of the same person: everything is hers, and told as such. */
async function goOn(stage, from) {
  const { checks, world } = stage;
  const opening = await firstRequest(
    stage,
    'share-second',
    'Go on with the refunds, please.',
    `${MENDED}\nNext steps:\n- ${LEFT}`,
  );
  if (!opening) return;
  const text = element(opening);
  const has = (part) => text.includes(part);
  checks.claim('another machine: Claude Code is told where Codex stopped', has(STOPPED), text);
  checks.claim(
    'and what the person asked it for, as her own words',
    has('the walrus way') && !has('[alice'),
    text,
  );
  checks.claim('and what was decided, with its reason', has(DECISION) && has(REASON), text);
  checks.that('tasks', has('Mend the rounding of evt_3'), 'the next step is not told');
  checks.that('files', tellsFile(opening, FILE), `${FILE} is not told`);
  checks.that('pins', has(OWN_PIN) && has(TEAM_PIN), 'a pin is missing');
  checks.claim('and no path of the other disk', text !== '' && !has(from), text);
  checks.claim('and not that a file went away which only that disk has', !has('deleted:'), text);
  const why = notOnce(opening, [OWN_PIN, TEAM_PIN, STOPPED]);
  checks.that('once', why === null, `claude-code: ${why}`);
  const sessions = JSON.parse((await world.cortex('history', '--json')).stdout || '[]');
  const isThere = sessions.some(({ host }) => host === 'codex');
  checks.claim('and its history has the session of Codex', isThere, JSON.stringify(sessions));
}

/** Somebody else: work, with whose word it is, and no talk. */
async function hearOfIt(stage) {
  const { checks } = stage;
  const opening = await firstRequest(
    stage,
    'share-third',
    'What is going on with the refunds here?',
    'I see.',
  );
  if (!opening) return;
  const text = element(opening);
  const lineOf = (part) => text.split('\n').find((line) => line.includes(part)) ?? '';
  for (const [what, part] of [
    ['the decision', DECISION],
    ['the pin that was marked for the team', TEAM_PIN],
  ])
    checks.claim(
      `a teammate: ${what} is told as [alice, …]`,
      /\[alice, [^\]]+\]/.test(lineOf(part)),
      text,
    );
  checks.claim(
    'and no word of the conversation, nor a pin that was not marked',
    text !== '' && ![OWN_PIN, 'walrus', STOPPED].some((part) => text.includes(part)),
    text,
  );
  const why = notOnce(opening, [TEAM_PIN]);
  checks.that('once', why === null, `the teammate: ${why}`);
}

/** A machine without a server, in a clone of another remote. */
async function takeIn(stage, capsule) {
  const { checks, world } = stage;
  const file = join(world.root, 'handoff.json');
  writeFileSync(file, capsule);
  const done = await world.cortex('continue', file);
  checks.claim(
    'a capsule: cortex continue takes it in',
    done.code === 0,
    done.stderr || done.stdout,
  );
  const opening = await firstRequest(stage, 'share-capsule', 'Go on.', 'I see.');
  if (!opening) return;
  const text = element(opening);
  for (const [what, part] of [
    ['the decision', DECISION],
    ['the next step', LEFT],
    ['where it stopped', MENDED],
  ])
    checks.claim(`and Codex there is told ${what}`, text.includes(part), text);
  checks.claim(
    'as the words of an agent, and of nobody else',
    !/the (?:user|person) (?:said|asked)/i.test(text),
    text,
  );
}

async function firstRequest(stage, label, prompt, reply) {
  const turn = await stage.turn(label, prompt, { steps: [{ text: reply }] });
  const [opening] = turn.asked;
  stage.checks.that('runs', opening && turn.code === 0, `${label}: ${turn.ending}`);
  return opening ?? null;
}
