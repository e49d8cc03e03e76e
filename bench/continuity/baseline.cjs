// The simplest honest yardstick, in the place of cortex.cjs: `node baseline.cjs hook <host>`. It keeps what hooks send as
// lines of a file, and tells a start the last two turns word by word, the last failure and what git says.
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOM = { asked: 500, answered: 900, failure: 250 };
const cut = (text, room) =>
  text.length <= room
    ? text
    : `${text.slice(0, room * 0.55)} … ${text.slice(text.length - room * 0.45)}`;
const prose = (text) =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function git(cwd, ...args) {
  try {
    return execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

function told(events, root) {
  const turns = [];
  for (const { kind, text } of events)
    if (kind === 'asked') turns.push({ asked: text, answered: '' });
    else if (kind === 'answered' && turns.length > 0) turns.at(-1).answered = text;
  const failed = events.findLast(({ kind }) => kind === 'failed' || kind === 'ran');
  return [
    'LAST TURNS, the newest last:',
    ...turns
      .slice(-2)
      .flatMap(({ asked, answered }) => [
        `- user: "${cut(prose(asked), ROOM.asked)}"`,
        answered === '' ? '  (not answered)' : `  agent: "${cut(prose(answered), ROOM.answered)}"`,
      ]),
    ...(failed?.kind === 'failed' ? [`FAILED LAST: ${cut(prose(failed.text), ROOM.failure)}`] : []),
    `GIT: on ${git(root, 'branch', '--show-current')}; ${git(root, 'log', '-4', '--format=%h %s').replaceAll('\n', ' | ')}`,
    `NOT COMMITTED: ${git(root, 'status', '--short').replaceAll('\n', ', ')}`,
  ].join('\n');
}

if (process.argv[2] === 'hook') {
  const sent = JSON.parse(fs.readFileSync(0, 'utf8'));
  const book = path.join(process.env.CORTEX_HOME, 'events.jsonl');
  const root = git(sent.cwd, 'rev-parse', '--show-toplevel') || sent.cwd;
  const put = (kind, text) =>
    fs.appendFileSync(book, `${JSON.stringify({ kind, text, root, session: sent.session_id })}\n`);
  const name = sent.hook_event_name;
  if (name === 'UserPromptSubmit') put('asked', sent.prompt);
  else if (name === 'Stop') put('answered', sent.last_assistant_message ?? '');
  else if (name === 'PostToolUseFailure') put('failed', `${sent.tool_input.command} ${sent.error}`);
  else if (name === 'PostToolUse' && sent.tool_name === 'Bash') put('ran', sent.tool_input.command);
  else if (name === 'SessionStart' && fs.existsSync(book)) {
    const all = fs
      .readFileSync(book, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const events = all.filter((one) => one.root === root);
    const hookSpecificOutput = { hookEventName: name, additionalContext: told(events, root) };
    if (events.length > 0) process.stdout.write(JSON.stringify({ hookSpecificOutput }));
  }
}
