// npm run bench [-- <name> [options]]: one benchmark, or a list of them. Each prints what it measured, with the target
// beside it where there is one; nothing here fails for a figure, but `perf` above twice a goal.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHMARKS: Readonly<Record<string, { readonly file: string; readonly what: string }>> = {
  bytes: {
    file: 'bytes.ts',
    what: 'what a session leaves in brain.db, table by table: [--sessions <n>] [--days <n>] [--as-left] [--dist <folder>] [--keep <file>] [--json]',
  },
  compare: {
    file: 'compare-builds.ts',
    what: 'two builds, event by event, in interleaved pairs: <old-dist> <new-dist> [--pairs <n>] [--sessions <n>] [--only <event>,…] [--json]',
  },
  continuity: {
    file: 'continuity/run.ts',
    what: 'what the next session knows, of Cortex and of yardsticks beside it: [--dist <folder>] [--program <path>]… [--parts …] [--endings …] [--short] [--save] [--json]',
  },
  fetch: {
    file: 'returns/fetch.ts',
    what: 'clones the public repositories that others read; the only one that needs a network: [--data <folder>]',
  },
  field: {
    file: 'field/run.ts',
    what: 'Cortex beside nothing and its peers from npm: [--short] [--peers a,b] [--sessions 300,10000] [--parts told,trials,costs] [--runs <n>] [--scripts <n>] [--no-install] [--fresh] [--save] [--json]',
  },
  finding: {
    file: 'finding.ts',
    what: "search and restore's ranking on public data: --locomo <file> --sessions <file> [--speed <sessions>] [--json]",
  },
  later: {
    file: 'returns/later.ts',
    what: 'the later prompts of four public histories: for how many earlier work is looked for: [--data <folder>] [--json]',
  },
  matters: {
    file: 'matters/run.ts',
    what: 'what somebody is told who comes back to one of several matters: [--half dev|held] [--program <cortex.cjs>]… [--only <id>] [--kind <kind>] [--context] [--warm] [--texts <folder>]',
  },
  memory: {
    file: 'memory.ts',
    what: 'memory of several open sessions, and whether one grows: [--agents <n>] [--events <n>] [--more <n>] [--rest <s>] [--sessions <n>] [--dist <folder>] [--json]',
  },
  page: {
    file: 'page.ts',
    what: 'CPU of the server of the page, page by page, and of cortex status: [--sessions <n>] [--home <folder> --repo <folder>] [--json]',
  },
  perf: {
    file: 'perf/run.ts',
    what: 'what each event and command costs over a bare start of Node, cold and warm, with floors, goals and exact counts: [--runs <n>] [--homes <sessions>,…] [--parts …] [--dist <folder>] [--keep <folder>] [--save] [--json]',
  },
  recall: {
    file: 'recall.ts',
    what: 'questions about the past by somebody who saw the sessions and not the program, at every door: --sessions <file> [--half dev|held] [--missed] [--json]',
  },
  redaction: {
    file: 'redaction.ts',
    what: 'secrets that are found, by kind and context, and changes of ordinary text: [--seed <text>] [--strict] [--missed] [--secrets <file>] [--sessions <file>] [--save] [--json] [file or folder …]',
  },
  returns: {
    file: 'returns/run.ts',
    what: 'real histories of four public repositories: what is told to somebody who comes back to a matter: [--data <folder>] [--program <cortex.cjs>]… [--only <repository>] [--texts <folder>] [--json]',
  },
  sde: {
    file: 'returns/sde.ts',
    what: 'sde-bench without its model: is a rule that a chat decided told to the session that needs it, beside FTS5 and grep: [--data <folder>] [--program <cortex.cjs>]… [--room <characters>]… [--no-maintained] [--texts <folder>] [--json]',
  },
  sentences: {
    file: 'continuity/sentences.ts',
    what: "people's sentences that become rules, by the table of forms alone, in both halves: [--json]",
  },
  share: {
    file: '../src/share/test/bench.ts',
    what: 'the shared log of many machines on a PostgreSQL of its own: [--machines <n>] [--sessions <n>] [--pushes <n>] [--members <n>] [--json]',
  },
  stories: {
    file: 'continuity/stories.ts',
    what: 'long stories of authors who have not seen the program: needed told, stale, tokens: [--half dev|held|all|endings|long] [--program <cortex.cjs or a yardstick>]… [--only <id>] [--texts <folder>]',
  },
  told: {
    file: 'told-by-builds.ts',
    what: 'every text that two builds tell of one home, line by line: <old-dist> <new-dist> [--sessions <n>] [--live <n>] [--json]',
  },
  travel: {
    file: '../src/share/test/tools/travel.ts',
    what: 'containers that are killed after a turn and share a git remote: what the next is told, what lies there, how it grows: [--runs <n>] [--days <n>] [--stops <n>] [--parts told,grows] [--short] [--json]',
  },
  unrelated: {
    file: 'returns/unrelated.ts',
    what: '200 first prompts about subjects that a home knows nothing of: how many are told anything: [--data <folder>] [--program <cortex.cjs>]… [--texts <folder>] [--json]',
  },
  why: {
    file: '../src/why/test/bench/run.ts',
    what: 'which session wrote a line, beside the trailers of public repositories that keep their transcripts: [--data <folder>] [--half dev|held] [--only <owner/name>]… [--program <cortex.cjs>] [--wrong <n>] [--json]',
  },
};

const [name, ...rest] = process.argv.slice(2);
const chosen = name === undefined ? undefined : BENCHMARKS[name];
if (chosen) {
  const done = spawnSync(process.execPath, [join(import.meta.dirname, chosen.file), ...rest], {
    stdio: 'inherit',
  });
  process.exitCode = done.status ?? 1;
} else {
  console.log(
    `${name === undefined ? '' : `There is no benchmark "${name}".\n\n`}npm run bench -- <name> [options]\n`,
  );
  for (const [known, { what }] of Object.entries(BENCHMARKS))
    console.log(`  ${known.padEnd(13)} ${what}`);
  process.exitCode = name === undefined ? 0 : 2;
}
