/**
 * Where each present file goes. The first rule that fits a path decides, exceptions before globs. A test goes with the file of its
 * name; only one without such a file needs a rule.
 */
import { matchesGlob } from 'node:path';
import { cellOf } from './grid.ts';

/** A glob, and the folder or file that takes its place: `*` at its end keeps the name of the file, `**` its path below the folder. */
export type Rule = readonly [from: string, to: string];

const DOMAIN: readonly Rule[] = [
  ['domain/event.ts', 'domain/facts/*'],
  ['domain/fact.ts', 'domain/facts/*'],
  ['domain/evidence/checksum.ts', 'domain/base/*'],
  ['domain/evidence/source.ts', 'domain/facts/*'],
  ['domain/evidence/{seal,damage}.ts', 'domain/metrics/*'],
  ['domain/{ids,time,scope}.ts', 'domain/base/*'],
  ['domain/text/**', 'domain/base/text/**'],
  ['domain/settings/**', 'domain/base/settings/**'],
  [
    'domain/runtime/{event-names,handed,hook-time,hook-words,launcher,remembered}.ts',
    'domain/hooks/*',
  ],
  ['domain/runtime/*', 'domain/base/*'],
  ['domain/upkeep/packed.ts', 'domain/base/*'],
  ['domain/answer/{budget,section}.ts', 'domain/base/*'],
  ['domain/search/calendar.ts', 'domain/base/*'],
  ['domain/thread/{scoped-path,file-names}.ts', 'domain/base/*'],
  ['domain/rules/**', 'domain/memories/**'],
  ['domain/pins/inherit.ts', 'domain/answer/*'],
  ['domain/restore/snapshot.ts', 'domain/sessions/*'],
  ['domain/restore/{ageing,closed}.ts', 'domain/tasks/*'],
  ['domain/{restore,claims,answer}/**', 'domain/answer/**'],
  ['domain/search/{session-text,passage,words}.ts', 'domain/index/*'],
  ['domain/search/words.json', 'domain/index/*'],
  ['domain/session/**', 'domain/sessions/**'],
  ['domain/tasks/**', 'domain/todos/**'],
  ['domain/thread/**', 'domain/threads/**'],
  ['domain/upkeep/**', 'domain/keeping/**'],
  ['domain/work/**', 'domain/matters/**'],
];

const ENGINE: readonly Rule[] = [
  ['engine/engine.ts', 'engine/*'],
  ['engine/{deps,errors,reply,team}.ts', 'engine/base/*'],
  ['engine/duty.ts', 'engine/keeping/*'],
  ['engine/events/spool.ts', 'engine/*'],
  ['engine/session/client-session.ts', 'engine/*'],
  ['engine/session/{target,exclusion,keeping}.ts', 'engine/presence/*'],
  ['engine/session/{recover,present}.ts', 'engine/presence/*'],
  ['engine/events/transcript-words.ts', 'engine/presence/*'],
  ['engine/session/open.ts', 'engine/capture/*'],
  ['engine/events/**', 'engine/capture/**'],
  ['engine/session/close.ts', 'engine/tasks/*'],
  ['engine/session/by-words.ts', 'engine/answer/*'],
  ['engine/session/stored.ts', 'engine/keeping/*'],
  ['engine/session/continue.ts', 'engine/handoff/*'],
  ['engine/session/**', 'engine/sessions/**'],
  ['engine/restore/{as-of-now,task-list}.ts', 'engine/tasks/*'],
  ['engine/{restore,answer,context}/**', 'engine/answer/**'],
  ['engine/repair/**', 'engine/keeping/**'],
  ['engine/thread/**', 'engine/threads/**'],
  ['engine/upkeep/cold.ts', 'engine/sessions/*'],
  ['engine/upkeep/**', 'engine/keeping/**'],
  ['engine/work/**', 'engine/matters/**'],
];

const OPERATIONS: readonly Rule[] = [
  ['operations/{all,for-models,operations.test}.ts', 'operations/*'],
  ['operations/*.ts', 'operations/base/*'],
  ['operations/sessions/calendar.ts', 'operations/base/*'],
  ['operations/metrics/times.ts', 'operations/hooks/*'],
  ['operations/restore/**', 'operations/answer/**'],
  ['operations/rules/**', 'operations/memories/**'],
  ['operations/sessions/context.ts', 'operations/answer/*'],
  ['operations/sessions/close.ts', 'operations/tasks/*'],
  ['operations/sessions/{handoff,continue}.ts', 'operations/handoff/*'],
  ['operations/thread/**', 'operations/threads/**'],
];

const STORE: readonly Rule[] = [
  ['store.ts', 'store/*'],
  ['stores/sqlite/sqlite-store.ts', 'store/*'],
  ['stores/sqlite/sqlite-store.test.ts', 'store/*'],
  ['stores/sqlite/migrations/**', 'store/base/migrations/**'],
  ['stores/sqlite/ledger-store.ts', 'store/ledger/*'],
  ['stores/sqlite/memory-store.test.ts', 'store/memories/*'],
  ['stores/sqlite/projects.ts', 'store/base/joined.ts'],
  ['stores/sqlite/repair/**', 'store/keeping/repair/**'],
  ['stores/sqlite/{inspect,late-indexes}.ts', 'store/keeping/*'],
  ['stores/sqlite/word-indexes.ts', 'store/index/*'],
  ['stores/sqlite/*.ts', 'store/base/*'],
  ['stores/sqlite/units/{blocks,order,set-aside,dismissed}.ts', 'store/base/*'],
  ['stores/sqlite/units/tables.ts', 'store/keeping/*'],
  ['stores/sqlite/units/head-files.ts', 'store/projects/*'],
  ['stores/sqlite/units/{beside,events,takeover}.ts', 'store/facts/*'],
  ['stores/sqlite/units/{change-pins,cold,fold,read,snapshot,outside}.ts', 'store/sessions/*'],
  ['stores/sqlite/units/search-write.ts', 'store/index/*'],
  ['stores/sqlite/units/restore.ts', 'store/answer/*'],
  [
    'stores/sqlite/units/{folded-again,forget*,late,maintenance,one-log,retention,transfer,upkeep}.ts',
    'store/keeping/*',
  ],
  ['stores/sqlite/units/{capture,life}.ts', 'store/capture/*'],
  [
    'stores/sqlite/units/{ledger,memories,metrics,pins,projects,search,tasks,threads,turns}.ts',
    'store/=/*',
  ],
];

const SYSTEM: readonly Rule[] = [
  ['platform/{claims,look,loaded-files}.ts', 'system/answer/*'],
  ['platform/{git*,project-signs,head-files,nowhere,own-commits}.ts', 'system/projects/*'],
  ['platform/{owners,lock-holder}.ts', 'system/presence/*'],
  ['platform/seal.ts', 'system/metrics/*'],
  ['platform/working-memory-file.ts', 'system/pins/*'],
  [
    'platform/{archive,backup,copies,forgotten-sessions,mirror,missed,repair}.ts',
    'system/keeping/*',
  ],
  ['platform/{hand-over,handed-id,hook-times,spool,stdin,code-cache,room}.ts', 'system/hooks/*'],
  ['platform/**', 'system/base/**'],
];

const OUTER: readonly Rule[] = [
  ['host.ts', 'ports/base/*'],
  ['transcripts.ts', 'ports/base/*'],
  ['world.ts', 'surfaces/base/*'],
  ['hosts/shape/**', 'agents/base/**'],
  ['hosts/**', 'agents/**'],
  ['surfaces/http/**', 'surfaces/base/http/**'],
  ['surfaces/cli/{cli,commands}.ts', 'surfaces/cli/*'],
  ['surfaces/cli/commands/{setup,unsetup,plugin}.ts', 'surfaces/cli/setup/*'],
  ['surfaces/cli/setup/{places,settings-text,json-text,toml-text}.ts', 'surfaces/cli/base/*'],
  ['surfaces/cli/{agents,host-checks,start-agent}.ts', 'surfaces/cli/setup/*'],
  ['surfaces/cli/setup/**', 'surfaces/cli/setup/**'],
  ['surfaces/cli/commands/continue.ts', 'surfaces/cli/setup/*'],
  ['surfaces/cli/commands/doctor.ts', 'surfaces/cli/doctor/command.ts'],
  ['surfaces/cli/commands/{maintain,repair,status}.ts', 'surfaces/cli/doctor/*'],
  ['surfaces/cli/doctor.ts', 'surfaces/cli/doctor/*'],
  ['surfaces/cli/demo/**', 'surfaces/cli/demo/**'],
  ['surfaces/cli/commands/demo.ts', 'surfaces/cli/demo/*'],
  ['surfaces/cli/commands/forget.ts', 'surfaces/cli/keeping/forget-command.ts'],
  ['surfaces/cli/{forget,sources}.ts', 'surfaces/cli/keeping/*'],
  ['surfaces/cli/commands/export.ts', 'surfaces/cli/keeping/*'],
  ['surfaces/cli/commands/redact.ts', 'surfaces/cli/redact/*'],
  ['surfaces/cli/commands/search.ts', 'surfaces/cli/search/command.ts'],
  ['surfaces/cli/pick/**', 'surfaces/cli/search/**'],
  ['surfaces/cli/commands/*', 'surfaces/cli/base/*'],
  ['surfaces/cli/*', 'surfaces/cli/base/*'],
  ['surfaces/mcp/**', 'surfaces/mcp/**'],
  ['entries/{event,stream,resident,sent-here}.ts', 'door/*'],
  ['entries/**', 'program/**'],
  ['compose*.ts', 'program/*'],
  ['rooms/**', 'program/rooms/**'],
  ['openclaw/{entry,compose}.ts', 'openclaw/program/*'],
];

/** Tests of the built program, by feature; `stories` cross several. What tests share stays at the top of `test`. */
const TESTS: readonly (readonly [folder: string, names: string])[] = [
  [
    'agents',
    'add-a-host hosts plugins plugin-beside-settings plugin-child plugin-manifests transcripts',
  ],
  ['answer', 'context context-model preamble-limits preview untell'],
  ['bench', 'returns-bench sde-bench'],
  ['cli', 'cli cli-care cli-terminal completion terminal-screens history-pages'],
  ['handoff', 'handoff open'],
  ['hooks', 'bundles door door-sizes spool statusline'],
  ['house', 'docs layers package rooms'],
  ['index', 'word-index'],
  [
    'keeping',
    'checksums drill forget forget-command full-disk hourly-copy loss mirror-size missed new-migration older-program one-log repair repair-killed retention',
  ],
  ['ledger', 'ledger ledger-model ledger-processes'],
  ['library', 'agent-hooks library library-api library-bridge library-newcomer library-threads'],
  ['mcp', 'mcp-docs mcp-http mcp-presence mcp-projects mcp-tools'],
  ['memories', 'memories rules'],
  ['metrics', 'metrics metrics-attacks verify-files'],
  ['observe', 'check-tools'],
  ['pins', 'working-memory'],
  ['projects', 'projects'],
  ['redact', 'plain-passwords secrets'],
  ['review', 'review'],
  ['search', 'prompt-search recall search'],
  ['setup', 'asking setup setup-hosts'],
  [
    'stories',
    'branches clocks coming-back coming-back-later compaction edges faults fuzz hosts-story interchange last-act left-out limit loaded matters-at-start next-session places seeds since story subagents together torture turn-end two-repositories',
  ],
  ['tasks', 'task-book tasks'],
  ['threads', 'thread-scenarios thread-store'],
];

/** A test that no list names crosses features until somebody says otherwise. */
function futureOfTest(path: string): string {
  const claims = /^test\/claims\/(.*)$/.exec(path)?.[1];
  if (claims !== undefined) return `test/answer/claims/${claims}`;
  const name = /^test\/([^/]+)\.test\.ts$/.exec(path)?.[1];
  if (name === undefined) return path;
  const folder = TESTS.find(([, names]) => names.split(' ').includes(name))?.[0] ?? 'stories';
  return `test/${folder}/${name}.test.ts`;
}

const RULES: readonly Rule[] = [...DOMAIN, ...ENGINE, ...OPERATIONS, ...STORE, ...SYSTEM, ...OUTER];

/** The future path of a file of `src` or `test`; one that no rule names stays where it has a cell. Null where it has none. */
export function futureOf(path: string, isThere: (path: string) => boolean): string | null {
  if (path.startsWith('test/')) return futureOfTest(path);
  const tested = path.replace(/\.test\.ts$/, '.ts');
  if (tested !== path && isThere(tested)) {
    const future = futureOf(tested, isThere);
    return future?.replace(/\.ts$/, '.test.ts') ?? null;
  }
  const below = path.slice('src/'.length);
  const rule = RULES.find(([from]) => matchesGlob(below, from));
  if (rule) return `src/${placed(below, rule)}`;
  return cellOf(path) === null ? null : path;
}

/** `=` is the file's own name as a folder. */
function placed(path: string, [from, to]: Rule): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [stem = ''] = name.split('.');
  if (to.endsWith('/**')) {
    const depth = from.replace(/\/\*\*$/, '').split('/').length;
    return to.replace('**', path.split('/').slice(depth).join('/'));
  }
  return to.replace('=', stem).replace('*', name);
}
