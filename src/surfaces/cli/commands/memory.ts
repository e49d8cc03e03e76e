import { MOMENTS } from '../../../domain/moment.ts';
import type { Deps } from '../../../engine/deps.ts';
import { meantSessions } from '../../../engine/live.ts';
import {
  addMemory,
  memoryRecord,
  recall,
  recentMemories,
  searchMemories,
  updateMemory,
} from '../../../engine/memories.ts';
import { command, type Input, JSON_FLAG } from '../command.ts';
import { type Cli, type Home, withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { forgetMemories } from '../forget.ts';
import {
  confidenceOf,
  expiryOf,
  importanceOf,
  listOf,
  patchOf,
  placeOf,
  queryOf,
  resolveMemory,
  sourceOf,
  tooLong,
  warnRedacted,
} from '../memories.ts';
import { printHistory, printMemories, printMemory } from '../memory-output.ts';
import { nearest } from '../nearest.ts';
import { TARGET_FLAGS } from '../session-flag.ts';

const FLAGS = {
  category: { value: 'names', short: 'c', help: 'What it is about; several are separated by commas.' },
  importance: { value: '1-3', help: 'How much it matters; 1 where nothing is said.' },
  confidence: { value: '0-1', help: 'How sure it is; 1 where nothing is said.' },
  expires: { value: 'when', help: `Until when it holds: ${MOMENTS}, or never.` },
  source: { value: 'who', help: 'Who said it: person, agent, tool or import.' },
  confirmed: { help: 'update: it proved true.' },
  contradicted: { help: 'update: it proved wrong.' },
  since: { value: 'when', help: `list, search: nothing older: ${MOMENTS}.` },
  limit: { value: 'n', count: true, help: 'list, search: how many (10).' },
  all: { help: 'list, search: of every project.' },
  yes: { short: 'y', help: 'forget: without asking.' },
  ...TARGET_FLAGS,
  ...JSON_FLAG,
} as const;

type MemoryInput = Input<typeof FLAGS>;
type Action = (
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  flags: MemoryInput['flags'],
  home: Home,
) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  add,
  list,
  search,
  show,
  update,
  forget: (cli, deps, words, flags, home) => forgetMemories(cli, deps, home, words, flags),
  history,
};

export const memory = command({
  name: 'memory',
  summary: 'Keep, find, correct and forget pieces of knowledge.',
  about:
    'A memory made while a session runs is something that session learnt: later sessions are told of it, with a confidence ' +
    'that age softens. Confidence falls by 0.01 a day, rises with use and confirmation, and every change is on record ' +
    '(history). show and search count as use. What is forgotten is gone: from the database, its index and log, mirrors, ' +
    'archives and backups, and wherever the same words were recorded. The rows of an older Cortex are memories too; one ' +
    'that is changed becomes a copy. An id may be shortened, with or without mem-.',
  args: [
    {
      name: 'action',
      help: 'add, list, show, search, update, forget or history; list when nothing is said.',
      optional: true,
      choices: Object.keys(ACTIONS),
    },
    { name: 'text|id', help: 'What to keep or look for, or the id of a memory.', optional: true, many: true },
  ],
  flags: FLAGS,
  examples: [
    { line: 'cortex memory add "the CI cache is keyed by lockfile" -c ci', says: 'keep something' },
    { line: 'cortex memory search cache', says: 'find it again' },
    { line: 'cortex memory update 1f3a --contradicted', says: 'it proved wrong' },
    { line: 'cortex memory forget 1f3a', says: 'no byte of it stays' },
  ],
  run: (cli, { args: [name = 'list', ...words], flags }) => {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) {
      const guess = nearest(name, Object.keys(ACTIONS));
      const hint = guess ? `Did you mean ${guess}?` : `It has ${Object.keys(ACTIONS).join(', ')}.`;
      throw new UsageError(`cortex memory has no ${name}.`, hint);
    }
    return withStore(cli, (deps, home) => action(cli, deps, words, flags, home));
  },
});

async function add(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  flags: MemoryInput['flags'],
): Promise<number> {
  const content = words.join(' ');
  const { scope, sessions } = await placeOf(deps, cli.cwd(), flags);
  const importance = importanceOf(flags.importance);
  const confidence = confidenceOf(flags.confidence);
  const expiresAt = expiryOf(flags.expires, deps.now());
  const request = {
    content,
    source: sourceOf(deps, flags.source, sessions),
    ...(flags.category !== undefined && { categories: listOf(flags.category) }),
    ...(importance !== undefined && { importance }),
    ...(confidence !== undefined && { confidence }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const result = await addMemory(deps, scope, request, sessions);
  if (result.kind === 'empty') throw new UsageError('There is nothing to keep in that.');
  if (result.kind === 'too long') throw tooLong(result.max);
  if (flags.json) cli.out.json(memoryRecord(result.memory, deps.now()));
  else {
    const done = result.kind === 'added' ? 'Kept' : 'Known already, and said again';
    cli.out.block(`${done}: ${cli.out.style.cyan(result.memory.id)} ${result.memory.content}`);
  }
  warnRedacted(cli, content, result.memory.content);
  return 0;
}

async function list(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  flags: MemoryInput['flags'],
): Promise<number> {
  if (words.length > 0)
    throw new UsageError('cortex memory list takes no words.', `cortex memory search ${words.join(' ')}`);
  const memories = await recentMemories(deps, await queryOf(deps, cli.cwd(), flags));
  if (flags.json) cli.out.json(memories.map((one) => memoryRecord(one, deps.now())));
  else if (memories.length > 0) printMemories(cli.out, memories, deps.now());
  else {
    cli.out.line('No memories here.');
    cli.out.block(cli.out.style.dim('cortex memory add "…" makes one; --all lists those of every project.'));
  }
  return 0;
}

async function search(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  flags: MemoryInput['flags'],
): Promise<number> {
  if (words.join('').trim() === '')
    throw new UsageError('Say what to look for: cortex memory search <words>');
  const hits = await searchMemories(deps, words.join(' '), await queryOf(deps, cli.cwd(), flags));
  const sessions = await meantSessions(deps, deps.locate(cli.cwd()).scope);
  await recall(
    deps,
    hits.map((hit) => hit.memory.id),
    sessions,
  );
  if (flags.json) {
    cli.out.json(hits.map(({ memory: one, score }) => ({ ...memoryRecord(one, deps.now()), score })));
  } else if (hits.length > 0) {
    printMemories(
      cli.out,
      hits.map((hit) => hit.memory),
      deps.now(),
    );
  } else cli.out.line('No memory here holds any of these words.');
  return 0;
}

async function show(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  flags: MemoryInput['flags'],
): Promise<number> {
  const { id } = await resolveMemory(deps, only(words, 'show'));
  const [used] = await recall(deps, [id], await meantSessions(deps, deps.locate(cli.cwd()).scope));
  if (!used) throw new Failure(`Memory ${id} was forgotten a moment ago.`);
  if (flags.json) cli.out.json(memoryRecord(used, deps.now()));
  else printMemory(cli.out, used, deps.now());
  return 0;
}

async function update(
  cli: Cli,
  deps: Deps,
  [typed, ...words]: readonly string[],
  flags: MemoryInput['flags'],
): Promise<number> {
  const known = await resolveMemory(deps, typed);
  const patch = patchOf(words.join(' '), flags, deps.now());
  if (Object.keys(patch).length === 0)
    throw new UsageError(
      'Say what is different: new words, --category, --importance, --confidence, --expires, --confirmed or --contradicted.',
    );
  const { sessions } = await placeOf(deps, cli.cwd(), flags);
  const result = await updateMemory(deps, known.id, patch, sessions);
  if (result.kind === 'unknown') throw new Failure(`Memory ${known.id} was forgotten a moment ago.`);
  if (result.kind === 'too long') throw tooLong(result.max);
  if (result.kind === 'empty')
    throw new UsageError('That would leave nothing of it.', `cortex memory forget ${known.id}`);
  if (flags.json) cli.out.json(memoryRecord(result.memory, deps.now()));
  else printMemory(cli.out, result.memory, deps.now());
  if (patch.content !== undefined) warnRedacted(cli, patch.content, result.memory.content);
  return 0;
}

async function history(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  flags: MemoryInput['flags'],
): Promise<number> {
  const { id } = await resolveMemory(deps, only(words, 'history'));
  const entries = await deps.store.memoryHistory(id);
  if (flags.json) cli.out.json(entries);
  else printHistory(cli.out, entries);
  return 0;
}

function only(words: readonly string[], action: string): string | undefined {
  if (words.length > 1) throw new UsageError(`cortex memory ${action} takes one id.`);
  return words[0];
}
