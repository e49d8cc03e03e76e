// Claims of Claude Code beside the columns.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSubagent } from '../hosts/claude-code.mjs';
import { PIN } from '../scenario.mjs';
import { elements, times, told } from '../seen.mjs';
import { onScreen, shown } from './terminal.mjs';

export async function moreOfClaudeCode(stage) {
  await atHand(stage);
  await forked(stage);
  await compactedByItself(stage);
  await subagents(stage);
  await instructed(stage);
  await onItsScreen(stage);
  await withPlugin(stage);
}

/** A session with one pin, and what the next is told. */
const pinned = (stage, label, text, cwd) =>
  stage.turn(label, `Keep it in mind: ${label}.`, {
    steps: [stage.host.tools.shell(`cortex pin "${text}"`), { text: 'Kept.' }],
    cwd,
  });

const ask = (stage, label, prompt, more = {}) =>
  stage.turn(label, prompt, { steps: [{ text: 'So.' }], ...more });

/** Claude Code with other arguments than a turn has. */
async function run(stage, label, prompt, args, steps = [{ text: 'So.' }]) {
  stage.model.play({ label, steps, instead: stage.host.instead });
  const done = await stage.command([...stage.host.turn(prompt, { resume: true }), ...args]);
  return {
    ...done,
    asked: stage.model.conversation(label).filter((each) => !stage.host.isAside(each)),
  };
}

async function atHand(stage) {
  const { checks } = stage;
  const { asked } = await ask(stage, 'at hand', 'Which tools are there?');
  const tools = asked[0]?.tools ?? [];
  const wanted = ['memory_context', 'working_memory', 'session_note'].map(
    (name) => `mcp__cortex__${name}`,
  );
  checks.claim(
    'memory_context, working_memory and session_note are at hand without a search, and no other tool of ours is',
    wanted.every((name) => tools.includes(name)) &&
      tools.filter((name) => name.includes('cortex')).length === 3,
    `offered: ${tools.filter((name) => name.includes('cortex')).join(', ')}`,
  );
}

async function forked(stage) {
  const { checks } = stage;
  const before = await stage.history();
  const { asked } = await run(stage, 'forked', 'And here?', ['--fork-session']);
  checks.claimOnce('a fork is told once', asked[0], PIN);
  const after = await stage.history();
  checks.claim(
    'and is a session of its own',
    after.length === before.length + 1,
    `${before.length} sessions before, ${after.length} after`,
  );
}

async function compactedByItself(stage) {
  const { checks, host } = stage;
  const aside = 'Summed up because the window was full.';
  const full = await stage.turn('full', 'Look around.', {
    steps: [host.tools.shell('ls'), host.tools.shell('ls src'), { text: 'That is all.' }],
    usage: [100, 999_000, 100],
    resume: true,
    aside,
  });
  const after = await ask(stage, 'after the full window', 'And now?', { resume: true });
  const request = [...full.asked, ...after.asked].findLast((each) =>
    each.entries.some(({ text }) => text.includes(aside)),
  );
  checks.claimOnce('after a compaction by itself the model is told again, once', request, PIN);
}

async function subagents(stage) {
  const { checks, model, world } = stage;
  const cwd = world.another('agents');
  await pinned(stage, 'before the subagent', 'Orders are sorted by date', cwd);
  const agent = {
    tool: 'Agent',
    args: {
      description: 'Look',
      prompt: 'Look around AS A SUBAGENT.',
      subagent_type: 'general-purpose',
    },
  };
  await stage.turn('subagent', 'Let somebody look.', {
    steps: [agent, { text: 'Somebody looks.' }],
    sub: [{ tool: 'Bash', args: { command: 'ls' } }, { text: 'There is a readme.' }],
    cwd,
  });
  const asked = model.requests.filter((each) => each.label === 'subagent' && isSubagent(each));
  checks.claimOnce(
    'a subagent starts with the pins of its session, once',
    asked[0],
    'Orders are sorted by date',
  );
  const { asked: next } = await ask(stage, 'after the subagent', 'What was found?', { cwd });
  const text = next[0] ? told(next[0]) : 'the model was not asked';
  const ours = text.slice(
    text.indexOf('<session-continuity'),
    text.indexOf('</session-continuity>'),
  );
  const strange = ['subagent_tokens', 'task-notification', 'duration_ms', 'toolu_'].filter((word) =>
    ours.includes(word),
  );
  checks.claim(
    'the notice of a background subagent is nobody’s words',
    ours.includes('Orders are sorted by date') && strange.length === 0,
    strange.join(', ') || 'nothing was told',
  );
}

async function instructed(stage) {
  const { checks, world, host } = stage;
  const file = join(world.root, 'push.md');
  writeFileSync(
    file,
    '---\ntools: [Bash]\nmatch: "touch pushed"\n---\nNobody pushes on a Friday evening.\n',
  );
  const added = await world.cortex('sop', 'add', file);
  const steps = [host.tools.shell('touch pushed'), { text: 'Done.' }];
  const { asked } = await stage.turn('instructed', 'Push it.', { steps });
  const last = asked.at(-1);
  const isTold = last && times(told(last), 'Nobody pushes on a Friday evening.') === 1;
  checks.claim(
    'a standing instruction that was added after setup reaches the model with the next session’s call',
    added.stdout.includes('Claude Code asks') && isTold,
    added.stdout.trim() || 'it was not told',
  );
  await world.cortex('sop', 'remove', 'push.md');
  const settings = readFileSync(join(world.home, '.claude', 'settings.json'), 'utf8');
  checks.claim(
    'and without any, nothing is asked before a call',
    !settings.includes('PreToolUse'),
    'it is',
  );
}

async function onItsScreen(stage) {
  const { checks, model } = stage;
  const { instead } = stage.host;
  const asked = (label, words) =>
    model.conversation(label).find((each) => told(each).includes(words));
  let isLineShown = false;
  const ended = await onScreen(
    stage,
    ['--dangerously-skip-permissions'],
    async ({ type, until, has }) => {
      const say = async (label, words, answer) => {
        model.play({ label, steps: [{ text: answer }], instead });
        await type(words);
        await until(() => has(answer));
      };
      await say('screen', 'WORDS OF THE PERSON', 'There you are.');
      isLineShown = has('cortex: ') && has(' pin');
      await type('/clear');
      await say('cleared', 'ANOTHER SUBJECT', 'A new leaf.');
      model.play({
        label: 'compacting',
        steps: [{ text: 'So.' }],
        aside: 'Summed up on its screen.',
        instead,
      });
      await type('/compact');
      await until(() => has('Compacted') || has('compacted'));
      await say('screen again', 'GOING ON', 'Still here.');
    },
  );
  checks.claim(
    'on its screen the person sees one line at the start',
    isLineShown,
    shown(ended.stdout).slice(0, 300),
  );
  checks.claimOnce(
    'on its screen the model is told, once',
    asked('screen', 'WORDS OF THE PERSON'),
    PIN,
  );
  const cleared = asked('cleared', 'ANOTHER SUBJECT');
  checks.claimOnce('after /clear it is told again, once', cleared, PIN);
  checks.claim(
    'and the conversation is a new one',
    cleared &&
      !cleared.entries.some(({ role, text }) => role === 'user' && text.startsWith('WORDS OF')),
    'it holds what was said before',
  );
  const again = asked('screen again', 'GOING ON');
  checks.claimOnce('after /compact it is told again, once', again, PIN);
  checks.claim(
    'and the summary is there',
    again?.entries.some(({ text }) => text.includes('Summed up on its screen.')),
    'the summary is not there',
  );
  // Claude Code prints that line itself, for every hook after a compaction.
  const rest = shown(ended.stdout).replace(/PostCompact\[.{0,300}?\]completedsuccessfully/g, '');
  checks.claim(
    'what Cortex is called with is shown nowhere but in its own line after a compaction',
    !rest.includes('cortex-hook'),
    rest.match(/.{0,150}cortex-hook.{0,80}/)?.[0],
  );
}

/** As a plugin and by setup at once: everything arrives twice and counts once. */
async function withPlugin(stage) {
  const { checks, world } = stage;
  const market = join(world.root, 'a market');
  const written = await world.run(['cortex', 'plugin', 'claude', '--out', market], {
    cwd: world.root,
  });
  checks.claim('cortex writes the plugin', written.code === 0, written.stderr.trim());
  const valid = await stage.command(['plugin', 'validate', '--strict', market]);
  checks.claim(
    'its own validation takes the marketplace',
    valid.code === 0,
    valid.stdout + valid.stderr,
  );
  const checked = await stage.command(['plugin', 'validate', '--strict', join(market, 'cortex')]);
  checks.claim(
    'and the plugin, with nothing to report for its directory',
    checked.code === 0 && checked.stdout.includes('found nothing to report'),
    checked.stdout + checked.stderr,
  );
  await stage.command(['plugin', 'marketplace', 'add', market]);
  const installed = await stage.command(['plugin', 'install', 'cortex@cortex']);
  checks.claim('its installer takes the plugin', installed.code === 0, installed.stderr.trim());
  const cwd = world.another('both');
  await pinned(stage, 'with both', 'Both ways are open', cwd);
  const { asked } = await ask(stage, 'after both', 'What was said?', { cwd });
  checks.claimOnce('plugin and setup together: told once', asked[0], 'Both ways are open');
  checks.claim(
    'in one piece',
    asked[0] && elements(asked[0]) === 1,
    `${asked[0] && elements(asked[0])} pieces`,
  );
  const history = JSON.parse(
    (await world.run(['cortex', 'history', '--json'], { cwd })).stdout || '[]',
  );
  checks.claim(
    'and each session is there once',
    history.length === 2,
    `${history.length} sessions`,
  );
  const doctor = await world.cortex('doctor');
  checks.claim(
    'doctor says that the tools are there twice',
    /the tools twice/.test(doctor.stdout),
    doctor.stdout
      .split('\n')
      .filter((each) => each.includes('claude-code'))
      .join(' / '),
  );
  await stage.command(['plugin', 'uninstall', 'cortex@cortex']);
}
