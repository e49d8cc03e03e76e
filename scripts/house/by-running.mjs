// Counts by running the sources, with the Node of the project: whoever started this may have an older one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeFolder } from '../e2e/places.mjs';

const SOURCES = pathToFileURL(fileURLToPath(new URL('../../src/', import.meta.url))).href;

/** A short session and the start of the next; the named events are the ones that are counted. */
function story(cwd) {
  const transcript = (id) => join(cwd, '.claude', 'projects', 'here', `${id}.jsonl`);
  const of = (session_id, hook_event_name, more) => ({
    session_id,
    cwd,
    hook_event_name,
    transcript_path: transcript(session_id),
    ...more,
  });
  const edit = {
    tool_name: 'Edit',
    tool_use_id: 'edit-1',
    tool_input: {
      file_path: join(cwd, 'src/price.ts'),
      old_string: 'return net;',
      new_string: 'return net * 1.2;',
    },
    tool_response: {},
  };
  return [
    [null, of('one', 'SessionStart', { source: 'startup' })],
    [
      null,
      of('one', 'UserPromptSubmit', { prompt: 'Please add VAT to the price in src/price.ts.' }),
    ],
    ['an Edit', of('one', 'PostToolUse', edit)],
    [
      'a Stop',
      of('one', 'Stop', {
        last_assistant_message: 'The price has VAT now. The tests are not run yet.',
      }),
    ],
    [null, of('one', 'SessionEnd', { reason: 'exit' })],
    ['a start', of('two', 'SessionStart', { source: 'startup' })],
  ];
}

function filesRun(coverage) {
  const run = new Set();
  for (const name of readdirSync(coverage))
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, name), 'utf8')).result)
      if (
        url.startsWith(SOURCES) &&
        functions.some((one) => one.functionName && one.ranges[0].count > 0)
      )
        run.add(url);
  return run;
}

function run(script, options) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const done = spawnSync(join(nodeFolder, 'node'), [file], { encoding: 'utf8', ...options });
  if (done.status !== 0) throw new Error(`${script}: ${done.stderr}`);
  return done.stdout;
}

export const countStoreMethods = () => Number(run('store-methods.ts', {}));

/** How many files have a function that runs for an Edit, a Stop and a start, by V8's own account. */
export function countFilesRun() {
  const place = mkdtempSync(join(tmpdir(), 'cortex-house-'));
  try {
    const counts = {};
    const env = {
      ...process.env,
      HOME: place,
      CORTEX_HOME: join(place, 'home'),
      TZ: 'UTC',
      // The sources take longer to load than the built program.
      CORTEX_HOOK_DEADLINE_MS: '10000',
      CORTEX_RESTORE_DEADLINE_MS: '10000',
    };
    spawnSync('git', ['init', '-q', place]);
    for (const [name, event] of story(place)) {
      const coverage = join(place, `coverage-${event.hook_event_name}-${event.session_id}`);
      run('one-event.ts', {
        cwd: place,
        env: { ...env, ...(name && { NODE_V8_COVERAGE: coverage }) },
        input: JSON.stringify(event),
      });
      if (name) counts[name] = filesRun(coverage).size;
    }
    return counts;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
