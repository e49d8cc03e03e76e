// The MCP Inspector in its CLI mode: lists and calls everything of `cortex mcp` on stdio, each command a new server.
import { spawnSync } from 'node:child_process';
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
];

export async function inspect(place, isVerbose) {
  const script = command('inspector', VERSION, 'mcp-inspector');
  const wrong = [];
  const ask = (era, method, ...more) => {
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
  };

  for (const event of EVENTS) {
    const input = JSON.stringify({ session_id: SESSION, cwd: place.cwd, ...event });
    spawnSync(process.execPath, [CORTEX, 'hook', 'claude-code'], { ...place, input });
  }
  let asked = 0;
  try {
    console.log(`MCP Inspector ${VERSION} on stdio`);
    for (const era of ['legacy', 'modern']) {
      const before = wrong.length;
      const { tools = [] } = ask(era, 'tools/list', '--strict');
      const declared = tools.map(({ name }) => name).sort();
      const called = CALLS.map(([name]) => name).sort();
      if (declared.join() !== called.join())
        wrong.push(
          `inspector: ${era}: the tools are ${declared.join(', ')}; called are ${called.join(', ')}`,
        );
      const answers = {};
      for (const [name, make] of CALLS) {
        let input = {};
        try {
          input = make(answers);
        } catch (error) {
          wrong.push(`inspector: ${era} ${name} has nothing to build on: ${error.message}`);
        }
        const answer = ask(
          era,
          'tools/call',
          '--tool-name',
          name,
          '--tool-args-json',
          JSON.stringify(input),
        );
        answers[name] = answer.structuredContent;
        if (!answer.structuredContent || !answer.content?.[0]?.text)
          wrong.push(`inspector: ${era} ${name} did not answer in text and data`);
      }
      const { resources = [] } = ask(era, 'resources/list');
      const { resourceTemplates = [] } = ask(era, 'resources/templates/list');
      if (resources.length === 0 || resourceTemplates.length !== 2)
        wrong.push(
          `inspector: ${era}: ${resources.length} resources, ${resourceTemplates.length} templates`,
        );
      for (const kind of ['sessions', 'threads']) {
        const uri =
          resources.find((one) => one.uri.startsWith(`cortex://${kind}/`))?.uri ??
          `cortex://${kind}/none`;
        ask(era, 'resources/read', '--uri', uri);
      }
      const { prompts = [] } = ask(era, 'prompts/list');
      for (const { name } of prompts) ask(era, 'prompts/get', '--prompt-name', name);
      asked += 6 + CALLS.length + prompts.length;
      console.log(
        `  ${era.padEnd(8)} tools/list --strict and ${called.length} tools, ${resources.length} resources, ` +
          `${resourceTemplates.length} templates, ${prompts.length} prompts: ${wrong.length - before} wrong`,
      );
    }
    console.log(`  ${asked} commands`);
  } finally {
    place.dispose();
  }
  return wrong;
}
