// Writes the pages that are derived: options, commands, schema from the code, reliability from the runs that were saved; and the parts of
// pages that are derived from the list of agents. test/docs.test.ts keeps them current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationMarkdown } from '../src/config/describe.ts';
import { CAPSULE_SCHEMA } from '../src/domain/handoff/capsule.ts';
import { LATE_INDEXES } from '../src/stores/sqlite/late-indexes.ts';
import { openMigrated } from '../src/stores/sqlite/migrations.ts';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { cliMarkdown } from '../src/surfaces/cli/describe.ts';
import { TOOLS } from '../src/surfaces/mcp/tools.ts';
import { agentsTable, quickStarts } from './agents-page.ts';
import { reliabilityPage } from './torture/page.ts';
import { readResults } from './torture/results.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const TABLES = {
  work_threads: 'The lines of work of each scope; one at the most is active, the others are archived.',
  thread_events: 'What was appended to a thread, in order; its state is folded from these.',
  thread_folds: 'What the facts of a thread up to a sequence number amount to.',
  ledger_conversations:
    "Where each conversation's ledger stands: its epoch, what was sent in it, its last use.",
  ledger_facts: 'What each conversation showed the model, was spared, or forgot; only hashes, never a text.',
  session_states:
    'One row for each session, as its facts amounted to when it was last folded; the columns of the older Cortex come first.',
  session_events:
    'What happened, appended and never changed: every session is a fold over its facts here, in the order of `seq`.',
  fact_blocks:
    'Facts of sessions long over and of threads, compressed by maintenance, up to 1,000 in a row; they are read like those in `session_events` and `thread_events`.',
  session_folds:
    'What the facts of a session up to `seq` amount to, so that the next fold goes on from there; of an ended one a brief.',
  session_turns:
    'What was asked, answered and done, a row for each turn of a session; it follows from the facts.',
  session_links:
    'Every contribution of an earlier session to a later one; `session_states.continued_by` keeps only the first.',
  session_restores:
    'What a session was told at each occasion, to the byte, and why; one row for each occasion, so that nothing is told twice. Beyond the newest 20 of a scope a brief is left.',
  scope_let_go:
    'Pins that were unpinned and tasks that were closed in a scope: they do not come back from an earlier session.',
  scope_waiting_pins: 'Pins made while no session of the scope was running; the next one takes them.',
  scope_generations:
    'How often something was written that could change what the next session of a scope is told; raised by triggers.',
  scope_standings:
    'The inputs of a start in a working tree, as of a generation of its scope: a start reads them instead of computing them.',
  project_signs:
    'What projects are known by: `place`, `inode`, `declared`, `remote`, and as `head` the commits of sessions in cold storage. Appended; the last of its kind counts, and an empty one is gone.',
  project_joins:
    'Which project was joined to which, by `link`, `trust` or `import`; without `into_key` a person took it back. Appended.',
  project_joined:
    'What the joins amount to: a key in any other table that stands here means the project beside it.',
  project_seen:
    "How a place's git configuration looked when its signs were read last: equal means nothing to do.",
  cold_sessions:
    'Sessions that went to cold storage: enough to list them, and where their file is; `hash` is the SHA-256 of what it must hold.',
  maintenance: 'When maintenance was asked for, who is at it, when it was done last and what came of it.',
  memory_items:
    'Pieces of knowledge. `confidence` is as stored; what it is worth is computed on reading. `hidden` holds words that the index would not find by itself.',
  memory_changes:
    'Every change of the confidence in a memory, with its reason; appended, and gone only with the memory.',
  memory_words:
    'The full-text index over `memory_items`, kept by triggers, from which deleted words really go.',
  memory_forgotten:
    'Ids of memories, sessions and runs whose rows are gone while their bytes may still be in the file; empty but for a moment.',
  session_learnings:
    'What the memories that a session made were worth when it ended: what is inherited of them starts from here.',
  metric_records:
    'Events of the life of sessions, appended with what they describe and never changed: `hash` is a keyed hash over `previous`, `seq`, `at`, `event` and `body`, and `previous` the hash of the record before.',
  search_document:
    'What can be found by words: each session and thread with its time and place, and how many passages there are of it.',
  search_passage:
    'The texts that are searched, in passages; the id tells the document, the place in it and who said it. `hidden` holds words that the index would not find by itself.',
  search_index: 'The full-text index over `search_passage`, kept by triggers.',
  sop_trust:
    'Contents of standing instructions in a project that a person trusts; a file that changed is another content.',
  share_projects:
    'Projects that this home shares, under which name and stream, and where the stream stands. Empty: nothing is shared.',
  share_outbox: 'Packed segments that the server has not acknowledged yet.',
  share_cursors: 'How far the streams of other homes are taken in, and why no further.',
  share_thread_stamps:
    'The place of facts of threads in the order of all homes, and the teammate who shared them; without a row a fact was not sent.',
  share_fact_stamps: 'The same of facts of sessions.',
  share_threads: 'Threads of other homes that go on in one of this home.',
  share_sent:
    'The state in which sessions, memories and the like were last sent or received, so that only changes are sent.',
  share_items:
    "What teammates share: marked pins, memories of the project, when they worked; and the ends of the person's own chains of metrics.",
  share_marked: 'Pins and memories that the person marked for the team.',
  share_withdrawn: 'Ids that every home lets go of, and how far that is; never a word of what they were.',
  set_aside:
    'Rows that did not fit their checksum, as they were found; nobody uses them. In the other tables `checksum` covers the other columns of the row, and NULL is unknown: an older version wrote it.',
  cortex_migrations:
    'The numbered steps that made this schema, each recorded in the transaction that took it.',
};

/** The pages by their path below the project. */
export function pages() {
  return {
    'docs/reference/configuration.md': configurationMarkdown(),
    'docs/reference/cli.md': cliMarkdown(COMMANDS),
    'docs/reference/schema.md': schemaMarkdown(),
    'docs/handoff.schema.json': `${JSON.stringify(CAPSULE_SCHEMA, null, 2)}\n`,
    'docs/reference/reliability.md': reliabilityPage(readResults(root)),
    'README.md': withPart('README.md', 'agents', agentsTable('docs/hosts')),
    'docs/mcp.md': withPart('docs/mcp.md', 'tools', toolsTable(TOOLS)),
    'docs/quick-start.md': withPart('docs/quick-start.md', 'agents', quickStarts('hosts')),
  };
}

/** A row for each tool: the first sentence that a model reads of it, and its arguments. */
export function toolsTable(tools) {
  const rows = tools.map(({ name, description, input }) => {
    const fields = Object.keys(input.shape).map((field) => `\`${field}\``);
    return `| \`${name}\` | ${/^.*?[.:](?= |$)/.exec(description)[0].slice(0, -1)} | ${fields.join(', ')} |`;
  });
  return ['', '| tool | what it does | input |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** The page as it is, with the part between its two marks written anew. */
function withPart(path, name, part) {
  const text = readFileSync(join(root, path), 'utf8');
  const marks = [`<!-- ${name}: written by npm run docs -->`, `<!-- /${name} -->`];
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start) throw new Error(`${path} has no part ${marks.join(' … ')}`);
  return `${text.slice(0, start)}${marks[0]}\n${part}\n${text.slice(end)}`;
}

function schemaMarkdown() {
  const database = openMigrated(':memory:', {
    waitMillis: () => 0,
    prepare: () => {},
    sharedMemory: false,
    now: () => 0,
  });
  try {
    for (const [name, on] of Object.entries(LATE_INDEXES))
      database.raw.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    const names = database
      .all(
        // Without the tables behind a full-text index.
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .map((row) => row.name);
    const order = Object.keys(TABLES);
    const strangers = names.filter((name) => !order.includes(name));
    if (strangers.length > 0) throw new Error(`scripts/docs.mjs says nothing about ${strangers.join(', ')}`);
    const sections = order.filter((name) => names.includes(name)).map((name) => tableSection(database, name));
    return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
  } finally {
    database.close();
  }
}

const INTRODUCTION = `# The database

One SQLite file, \`brain.db\` in \`CORTEX_HOME\`, in write-ahead mode and fully synchronous. This page is the schema of a file that
was made anew; one of an older Cortex keeps its own tables and rows beside it. ${Object.keys(LATE_INDEXES).length} indexes are built by
\`cortex maintain\` and not when the file is opened: ${Object.keys(LATE_INDEXES)
  .map((name) => `\`${name}\``)
  .join(', ')}. Without them everything is found as well, only slower.

Texts with a date in them are ISO 8601 in UTC; \`at\` is milliseconds since 1970. Lists and objects are JSON. A scope is told
apart by \`scope_key\`, the path of its common git directory or \`global\`; \`scope\` is what people read.`;

function tableSection(database, name) {
  const columns = database.all(
    `SELECT name, type, "notnull" AS required, dflt_value, pk FROM pragma_table_info('${name}') ORDER BY cid`,
  );
  const rows = columns.map(({ name: column, type, required, dflt_value: standard, pk }) => {
    const notes = [
      pk ? 'key' : '',
      required && !pk ? 'required' : '',
      standard === null ? '' : `default \`${standard}\``,
    ];
    return `| \`${column}\` | ${type.toLowerCase()} | ${notes.filter(Boolean).join(', ')} |`;
  });
  const indexes = database
    .all(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name",
      name,
    )
    .map(({ sql }) => sql.replace(/\s+/g, ' '));
  return [
    `## ${name}`,
    TABLES[name],
    `| column | type | |\n| --- | --- | --- |\n${rows.join('\n')}`,
    ...(indexes.length > 0 ? [`\`\`\`sql\n${indexes.join(';\n')};\n\`\`\``] : []),
  ].join('\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(pages())) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
