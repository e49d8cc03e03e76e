// The MCP Inspector in its CLI mode: lists and calls everything of `cortex mcp` on stdio, each command a new server.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORTEX, command } from './place.mjs';

const VERSION = '2.12.0';

/** A session with a turn, before the first server starts. */
const SESSION = 'c0ffee00-0000-4000-8000-000000000001';
const EVENTS = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'Tune the antenna.' },
  { hook_event_name: 'Stop', last_assistant_message: 'The antenna is tuned.' },
];

/** A file of the working tree, whose lines `session_why` explains. */
const FILE = 'antenna.ts';

/** Every tool with arguments that make sense; ids are taken out of earlier answers. */
const CALLS = [
  [
    'cortex_add',
    () => ({ content: 'The radio speaks 38400 baud', categories: ['hardware'], importance: 3 }),
  ],
  [
    'working_memory',
    () => ({ action: 'pin', content: 'PTT stays off', label: 'ptt', critical: true }),
  ],
  ['session_note', () => ({ kind: 'next', text: 'measure the antenna' })],
  ['memory_context', () => ({ query: 'baud' })],
  ['session_search', () => ({ query: 'antenna' })],
  ['session_read', () => ({ session: SESSION })],
  ['session_history', () => ({ limit: 5 })],
  ['session_resume', ({ session_note: note }) => ({ id: note.thread_id })],
  [
    'cortex_session_continue',
    ({ session_history: { sessions } }) => ({ session_id: sessions[0].session_id }),
  ],
  [
    'cortex_session_chain',
    ({ session_history: { sessions } }) => ({ session_id: sessions[0].session_id }),
  ],
  ['cortex_search', () => ({ query: 'radio' })],
  ['cortex_stm', () => ({ limit: 3 })],
  ['cortex_update', ({ cortex_add: { id } }) => ({ id, outcome: 'confirmed' })],
  ['cortex_forget', ({ cortex_add: { id } }) => ({ ids: [id] })],
  ['session_stats', () => ({})],
  ['session_why', () => ({ path: FILE, line: 1 })],
];

export async function inspect(place, isVerbose) {
  const run = {
    place,
    isVerbose,
    script: command('inspector', VERSION, 'mcp-inspector'),
    wrong: [],
  };
  writeFileSync(join(place.cwd, FILE), 'export const gain = 3;\n');
  for (const event of EVENTS) {
    const input = JSON.stringify({ session_id: SESSION, cwd: place.cwd, ...event });
    spawnSync(process.execPath, [CORTEX, 'hook', 'claude-code'], { ...place, input });
  }
  try {
    console.log(`MCP Inspector ${VERSION} on stdio`);
    let asked = 0;
    for (const era of ['legacy', 'modern']) asked += inspectEra(run, era);
    console.log(`  ${asked} commands`);
  } finally {
    place.dispose();
  }
  return run.wrong;
}

/** One command of the inspector; what goes wrong is noted with the run. */
function ask({ place, isVerbose, script, wrong }, era, method, ...more) {
  const args = [
    '--cli',
    process.execPath,
    CORTEX,
    'mcp',
    '--protocol-era',
    era,
    '--format',
    'json',
    '-q',
  ];
  const done = spawnSync(process.execPath, [script, ...args, '--method', method, ...more], {
    cwd: place.cwd,
    env: { ...place.env, MCP_CATALOG_PATH: join(place.folder, 'mcp.json') },
    encoding: 'utf8',
  });
  const title = [era, method, ...more.filter((arg) => !arg.startsWith('{'))].join(' ');
  let answer = null;
  try {
    answer = JSON.parse(done.stdout);
    answer = answer.result ?? answer;
  } catch {}
  const isRight = done.status === 0 && answer !== null && answer.isError !== true;
  if (!isRight)
    wrong.push(`inspector: ${title}: exit code ${done.status}: ${done.stdout}${done.stderr}`);
  if (isVerbose) console.log(`  ${isRight ? 'ok   ' : 'WRONG'} ${title}`);
  return answer ?? {};
}

/** Everything that one revision of the protocol offers; returns the number of commands. */
function inspectEra(run, era) {
  const before = run.wrong.length;
  const tools = callTools(run, era);
  const { resources, templates } = readResources(run, era);
  const { prompts = [] } = ask(run, era, 'prompts/list');
  for (const { name } of prompts) ask(run, era, 'prompts/get', '--prompt-name', name);
  console.log(
    `  ${era.padEnd(8)} tools/list --strict and ${tools} tools, ${resources} resources, ` +
      `${templates} templates, ${prompts.length} prompts: ${run.wrong.length - before} wrong`,
  );
  return 6 + CALLS.length + prompts.length;
}

/** Calls every tool, each with an input built on the answers of those before it. */
function callTools(run, era) {
  const { tools = [] } = ask(run, era, 'tools/list', '--strict');
  const declared = tools.map(({ name }) => name).sort();
  const called = CALLS.map(([name]) => name).sort();
  if (declared.join() !== called.join())
    run.wrong.push(
      `inspector: ${era}: the tools are ${declared.join(', ')}; called are ${called.join(', ')}`,
    );
  const answers = {};
  for (const [name, make] of CALLS) {
    let input = {};
    try {
      input = make(answers);
    } catch (error) {
      run.wrong.push(`inspector: ${era} ${name} has nothing to build on: ${error.message}`);
    }
    const words = ['--tool-name', name, '--tool-args-json', JSON.stringify(input)];
    const answer = ask(run, era, 'tools/call', ...words);
    answers[name] = answer.structuredContent;
    if (!answer.structuredContent || !answer.content?.[0]?.text)
      run.wrong.push(`inspector: ${era} ${name} did not answer in text and data`);
  }
  return called.length;
}

/** Reads a session and a thread, as the templates of resources name them. */
function readResources(run, era) {
  const { resources = [] } = ask(run, era, 'resources/list');
  const { resourceTemplates = [] } = ask(run, era, 'resources/templates/list');
  if (resources.length === 0 || resourceTemplates.length !== 2)
    run.wrong.push(
      `inspector: ${era}: ${resources.length} resources, ${resourceTemplates.length} templates`,
    );
  for (const kind of ['sessions', 'threads']) {
    const uri =
      resources.find((one) => one.uri.startsWith(`cortex://${kind}/`))?.uri ??
      `cortex://${kind}/none`;
    ask(run, era, 'resources/read', '--uri', uri);
  }
  return { resources: resources.length, templates: resourceTemplates.length };
}
