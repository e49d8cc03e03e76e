// Writes the pages that are derived from the code: options, commands, schema; and the parts of pages that are derived from the list of agents.
// test/house/docs.test.ts keeps them current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../src/program/rooms/commands.ts';
import { MODEL_OPERATIONS } from '../src/program/rooms/for-models.ts';
import { MIGRATIONS, openMigrated, TABLES } from '../src/store/base/migrations.ts';
import { LATE_INDEXES } from '../src/store/keeping/late-indexes.ts';
import { isOnFront } from '../src/surfaces/cli/base/named.ts';
import { toolsForOperations } from '../src/surfaces/mcp/tools.ts';
import { agentsTable, quickStarts } from './agents-page.ts';
import { cliMarkdown } from './reference/commands.ts';
import { configurationMarkdown } from './reference/configuration.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The pages by their path below the project. */
export function pages() {
  return {
    'docs/reference/configuration.md': configurationMarkdown(),
    'docs/reference/cli.md': cliMarkdown(COMMANDS, isOnFront),
    'docs/reference/schema.md': schemaMarkdown(),
    'src/store/base/schema.ts': withSchemaNumber('src/store/base/schema.ts'),
    'README.md': withPart('README.md', 'agents', agentsTable('docs/hosts')),
    'docs/hosts/README.md': withPart('docs/hosts/README.md', 'agents', agentsTable('.')),
    'docs/mcp.md': withPart(
      'docs/mcp.md',
      'tools',
      toolsTable(toolsForOperations(MODEL_OPERATIONS)),
    ),
    'docs/reference/agents.md': `# Agent by agent\n\n${quickStarts('../hosts')}\n`,
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

/** A hook knows the number of the last migration without loading them. */
function withSchemaNumber(path) {
  const text = readFileSync(join(root, path), 'utf8');
  return text.replace(
    /^export const SCHEMA = .*$/m,
    `export const SCHEMA = ${MIGRATIONS.at(-1).number};`,
  );
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
    if (strangers.length > 0)
      throw new Error(`no migration says anything about ${strangers.join(', ')}`);
    const sections = order
      .filter((name) => names.includes(name))
      .map((name) => tableSection(database, name));
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
    TABLES[name].about,
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
