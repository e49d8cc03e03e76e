import type { ToolIntent } from '../../../domain/event.ts';
import { shortId } from '../../../domain/ids.ts';
import { isReadOnly } from '../../../domain/read-only.ts';
import { standings } from '../../../domain/sop-history.ts';
import { sopNote } from '../../../domain/sop-text.ts';
import type { Deps } from '../../../engine/deps.ts';
import { meantSessions } from '../../../engine/live.ts';
import { type Choice, choose, standingsFor } from '../../../engine/sop.ts';
import { type Considered, consider, usable } from '../../../engine/sop-files.ts';
import type { SessionHead } from '../../../store.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { askingInWords, keepAsking } from '../setup/asking.ts';
import { addSop, removeSop } from '../sop-own.ts';
import { changeTrust } from '../sop-trust.ts';
import { namedSop, type SeenSop, scopeHere, seeSops, sopJson, triggerInWords } from '../sops.ts';
import { printTable } from '../table.ts';
import { count } from '../times.ts';

const ACTIONS = ['list', 'test', 'show', 'add', 'remove', 'trust', 'untrust'] as const;
/** What may make the first instruction, or take away the last. */
const CHANGING: readonly string[] = ['add', 'remove', 'trust', 'untrust'];

export const sop = command({
  name: 'sop',
  summary: 'Standing instructions that an agent is given before some tool calls.',
  about:
    'They are markdown files with a head, or *.ai.sop files, in the folder sops of the home of Cortex, and in .cortex/sops or at ' +
    'the top of a project. The head says for which calls: tools, match (a pattern in the command), paths; acknowledge is the ' +
    "word that the agent should answer with. A project's own files count only when you have trusted them, as they are now. " +
    'While there are any, connected agents ask before tool calls, from their next session on. They are given once in a session, never before commands that only look, and they never stop anything.',
  args: [
    {
      name: 'list|test|show|add|remove|trust|untrust',
      help: 'What to do; list when nothing is said.',
      optional: true,
    },
    {
      name: 'words',
      help: 'For test: the tool, then its command or path. Else: the file.',
      optional: true,
      many: true,
    },
  ],
  flags: { all: { help: 'With trust and untrust: every file of the project.' }, ...JSON_FLAG },
  examples: [
    { line: 'cortex sop list', says: 'all instructions here, with what is wrong with them' },
    {
      line: 'cortex sop test Bash "git push origin main"',
      says: 'which would be given before that call, and why',
    },
    { line: 'cortex sop show .cortex/sops/deploy.md', says: 'the text as the agent gets it' },
    { line: 'cortex sop add deploy.md', says: 'keep a copy among your own, for all projects' },
    { line: 'cortex sop trust .cortex/sops/deploy.md', says: 'let that content be given' },
  ],
  run: async (cli, { args: [action = 'list', ...words], flags }) => {
    const code = await withStore(cli, async (deps) => {
      if (flags.all && action !== 'trust' && action !== 'untrust')
        throw new UsageError('--all goes with trust and untrust.');
      switch (action) {
        case 'list':
          if (words.length > 0) throw new UsageError('cortex sop list takes no more arguments.');
          return list(cli, deps, flags.json);
        case 'test':
          return test(cli, deps, words, flags.json);
        case 'show':
          return show(cli, await namedSop(cli, deps, words), deps, flags.json);
        case 'add':
          return addSop(cli, deps, words, flags.json);
        case 'remove':
          return removeSop(cli, deps, words, flags.json);
        case 'trust':
        case 'untrust':
          return changeTrust(cli, deps, action, words, flags);
        default: {
          const guess = nearest(action, ACTIONS);
          throw new UsageError(
            `cortex sop has no ${action}.`,
            guess ? `Did you mean ${guess}?` : `It has ${ACTIONS.join(', ')}.`,
          );
        }
      }
    });
    if (CHANGING.includes(action)) await followUp(cli, flags.json);
    return code;
  },
});

/** Agents that are connected ask before tool calls as long as there is something to be told. */
async function followUp(cli: Cli, isSilent: boolean): Promise<void> {
  const asking = await keepAsking(cli);
  if (!isSilent) for (const line of askingInWords(asking)) cli.out.block(line);
}

async function list(cli: Cli, deps: Deps, json: boolean): Promise<number> {
  const { out } = cli;
  const scope = scopeHere(cli, deps);
  const sops = await seeSops(deps, scope);
  if (json) {
    out.json(sops.map(sopJson));
    return 0;
  }
  if (sops.length === 0) {
    out.block('There are no standing instructions here.');
    out.block(out.style.dim(`cortex sop add <file> makes one; cortex sop --help says what it looks like.`));
    return 0;
  }
  const { bold, dim, green, red, yellow } = out.style;
  const paint = { ready: green, off: dim, 'not trusted': yellow, changed: yellow, broken: red };
  printTable(
    out,
    [
      { title: 'file', least: 16, keep: 'end' },
      { title: 'state' },
      { title: 'title', least: 12, spare: 2 },
      { title: 'for', least: 12, spare: 1 },
    ],
    sops.map(({ entry: { file, sop: read }, state }) => [
      { text: file.name, paint: bold },
      { text: state, paint: paint[state] },
      { text: read?.title ?? '' },
      { text: read ? triggerInWords(read) : '', paint: dim },
    ]),
  );
  for (const {
    entry: { file, sop: read, problem },
  } of sops) {
    if (problem !== null) out.block(`${red('!')} ${file.name}: ${problem}`);
    else if (read!.unknown.length > 0)
      out.block(
        `${yellow('!')} ${file.name}: its head says ${read!.unknown.join(', ')}, which means nothing here`,
      );
  }
  const { leftOut } = deps.sops.list(scope);
  if (leftOut > 0)
    out.block(`${yellow('!')} ${count(leftOut, 'file')} more than are read; they are left out.`);
  if (sops.some(({ state }) => state === 'not trusted' || state === 'changed')) {
    out.block(
      dim('Read what is not trusted with cortex sop show <file>; cortex sop trust <file> lets it be given.'),
    );
  }
  return 0;
}

async function test(cli: Cli, deps: Deps, words: readonly string[], json: boolean): Promise<number> {
  const { out } = cli;
  const [tool, ...rest] = words;
  if (tool === undefined) throw new UsageError('Say which tool: cortex sop test Bash "git push"');
  const intent = intentOf(tool, rest.join(' '));
  const looks = isReadOnly(intent);
  const scope = scopeHere(cli, deps);
  const meant = await consider(deps, scope, intent, () => deps.store.trustedSops(scope.key));
  const session = await onlySession(cli, deps);
  const before = standings(session ? await deps.store.sopHistory(session.id) : []);
  const choices = looks ? [] : choose(deps, usable(meant), standingsFor(deps, before, null));
  const results = meant.map((considered) => {
    const choice = choices.find(({ entry }) => entry === considered.entry);
    return {
      considered,
      given: choice?.outcome === 'given',
      why: reason(considered, looks, choice, session),
    };
  });
  if (json) {
    out.json({
      ...intent,
      read_only: looks,
      sops: results.map(({ considered: { entry }, given: isGiven, why }) => ({
        name: entry.file.name,
        path: entry.file.path,
        given: isGiven,
        why,
      })),
    });
    return 0;
  }
  if (looks) out.block('This call only looks: no instruction is ever given before it.');
  if (results.length === 0) out.block('There are no standing instructions here.');
  for (const {
    considered: { entry },
    given: isGiven,
    why,
  } of results) {
    out.item(
      isGiven ? out.style.green('given  ') : out.style.dim('not    '),
      `${out.style.bold(entry.file.name)}: ${why}`,
    );
  }
  return 0;
}

function intentOf(name: string, text: string): ToolIntent {
  if (text === '') return { name, paths: [], command: null };
  return /^(?:bash|powershell|shell|.*(?:run|exec|command|terminal).*)$/i.test(name)
    ? { name, paths: [], command: text }
    : { name, paths: [text], command: null };
}

async function onlySession(cli: Cli, deps: Deps): Promise<SessionHead | null> {
  const sessions = await meantSessions(deps, scopeHere(cli, deps));
  return sessions.length === 1 ? sessions[0]! : null;
}

function reason(
  considered: Considered,
  looks: boolean,
  choice: Choice | undefined,
  session: SessionHead | null,
): string {
  const { verdict, trust } = considered;
  if (!verdict.applies) return verdict.why;
  if (trust === null) return `${verdict.why}, but it is not trusted`;
  if (looks) return `${verdict.why}, but the call only looks`;
  if (choice?.outcome === 'had')
    return `${verdict.why}, but session ${shortId(session!.id)} was given it already`;
  if (choice?.outcome === 'waits')
    return `${verdict.why}, but others come first: it waits for the next such call`;
  return verdict.why;
}

function show(cli: Cli, seen: SeenSop, deps: Deps, json: boolean): number {
  const { entry, state } = seen;
  if (!entry.sop)
    throw new Failure(`${entry.file.name} cannot be used: ${entry.problem}.`, `It is in ${entry.file.path}`);
  const note = sopNote(
    { ...entry.sop, name: entry.file.name, path: entry.file.path },
    deps.config['sop.max_chars'],
  );
  if (json) {
    cli.out.json({ ...sopJson(seen), text: note });
    return 0;
  }
  cli.out.block(cli.out.style.dim(`${entry.file.path}, ${state}; for ${triggerInWords(entry.sop)}`));
  for (const line of note.split('\n')) cli.out.line(line);
  return 0;
}
