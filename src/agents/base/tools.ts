import {
  head,
  headAndTail,
  idText,
  list,
  pathText,
  readPlace,
  text,
  words,
} from '../../domain/base/text/json.ts';
import type {
  ChangedFile,
  TodoPatch,
  TodoStatus,
  TodoUpdate,
  ToolIntent,
  ToolUse,
} from '../../domain/facts/event.ts';
import { shellWrites, withoutHeredocs } from '../../domain/observe/shell.ts';
import { withoutPrivate } from '../../domain/redact/private.ts';
import { planSteps } from '../../domain/todos/plan.ts';
import type { ToolRole } from '../../ports/base/host.ts';
import { patchIn, patchPaths, readPatch } from './patch.ts';

/** How a tool ended, as far as its answer tells. */
export interface ToolEnding {
  readonly output: string | null;
  readonly failed?: boolean;
  readonly unfinished?: boolean;
}

/** Tools of a host as data. */
export interface ToolForms {
  /** Their names by role, with a blank between two. */
  readonly names: { readonly [Role in ToolRole]?: string };
  /** The response of a failed call is its error. Without it, what the tool printed is all that is known. */
  readonly answer?: (response: unknown, name: string) => ToolEnding;
  /** A command that failed is not reported as failed: the host sends what it printed and no more. */
  readonly hidesFailure?: true;
  /** The input by the names that are read here, where the host has it in a form of its own. */
  readonly input?: (name: string, input: unknown) => unknown;
}

/** Readers of a host's tools. */
export interface Tools {
  readonly roles: Readonly<Record<string, ToolRole>>;
  /** Reads a tool call. For a failed call the response is its error. */
  read(name: string, input: unknown, response: unknown, failed: boolean): ToolUse;
  intent(name: string, input: unknown): ToolIntent;
}

export const MAX_TEXT = 64 * 1024;
export const MAX_OUTPUT = 16 * 1024;
export const MAX_COMMAND = 4 * 1024;
const MAX_NAME = 200;
const MAX_TODOS = 300;
const MAX_TODO_TEXT = 500;
const MAX_CHANGES = 50;
const MAX_EDITS = 1000;
const MAX_ANSWERS = 10;
const MAX_INTENT = 8 * 1024;
/** The worst line of this length takes 0.1 s to read. */
const MAX_SCANNED = 64 * 1024;
/** Longer files are never read whole. */
const MAX_SHOWN = 256 * 1024;

/** The names that hosts have for one and the same field of a tool's input. */
const COMMAND = ['command', 'cmd', 'CommandLine'];
const WORKDIR = ['workdir', 'directory', 'dir_path', 'cwd', 'Cwd'];
const FILE = ['file_path', 'path', 'filePath', 'absolute_path', 'target_file', 'notebook_path'];
const PATH = [...FILE, 'TargetFile', 'AbsolutePath', 'DirectoryPath', 'dir_path', 'directory'];
const CONTENT = ['content', 'file_text', 'contents', 'text', 'CodeContent'];
const NEW = [
  'new_string',
  'new_str',
  'newString',
  'newText',
  'new_source',
  'code',
  'ReplacementContent',
];
const OLD = ['old_string', 'old_str', 'oldString', 'oldText', 'TargetContent'];
const EDITS = ['edits', 'replacements', 'ReplacementChunks'];
const PATCH = ['command', 'input', 'patch', 'patchText'];
const TODOS = ['todos', 'plan', 'todoList'];
const TODO = ['content', 'step', 'title', 'description'];
const BACKGROUND = ['is_background', 'isBackground', 'run_in_background'];

export function toolReaders({
  names,
  answer = printedAnswer,
  hidesFailure,
  input: respelled,
}: ToolForms): Tools {
  const roles = toolRoles(names);
  const roleOf = (name: string) => (Object.hasOwn(roles, name) ? roles[name]! : null);
  return {
    roles,
    read(name, given, response, failed) {
      const input = respelled ? respelled(name, given) : given;
      const told = answer(response, name);
      const broke = failed || told.failed === true;
      const use: ToolUse = {
        name: head(name, MAX_NAME),
        failed: broke,
        changes: [],
        reads: [],
        command: null,
        workdir: null,
        output: broke ? told.output : null,
        todos: null,
        ...(told.unfinished && { unfinished: true }),
      };
      const role = roleOf(name);
      if (role === 'shell')
        return {
          ...use,
          ...shellUse(name, input, { ...told, failed: broke }),
          ...(hidesFailure && { outcomeUntold: true }),
        };
      return broke ? use : { ...use, ...doneBy(role, input, response, told) };
    },
    intent(name, given) {
      const input = respelled ? respelled(name, given) : given;
      const role = roleOf(name);
      const named = head(name, MAX_NAME);
      if (role === 'patch')
        return {
          name: named,
          paths: patchPaths(patchText(input)).slice(0, MAX_CHANGES),
          command: null,
        };
      // Tools of MCP servers name commands and paths as the host's own do.
      const line = role === 'shell' ? commandOf(input) : words(readPlace(input, 'command'));
      // A line that was cut may do anything behind the cut: the sign there is no command that is known to be harmless.
      const command =
        line !== null && line.length > MAX_INTENT ? `${head(line, MAX_INTENT)}\n…` : line;
      return { name: named, paths: pathsOf(input), command };
    },
  };
}

/** The role of each name. */
export function toolRoles(names: ToolForms['names']): Readonly<Record<string, ToolRole>> {
  const roles = Object.entries(names) as [ToolRole, string][];
  return Object.fromEntries(
    roles.flatMap(([role, all]) => all.split(' ').map((name) => [name, role])),
  );
}

function printedAnswer(response: unknown): ToolEnding {
  return { output: printed(response) };
}

/** The work of a tool that did not fail. */
function doneBy(
  role: ToolRole | null,
  input: unknown,
  response: unknown,
  told: ToolEnding,
): Partial<ToolUse> {
  switch (role) {
    case 'quiet':
      return {};
    case 'question':
      return answersIn(input, response);
    case 'edit': {
      const patch = patchIn(patchText(input));
      return { changes: patch === null ? changesOf(role, input, response) : patchChanges(patch) };
    }
    case 'write':
    case 'delete':
      return { changes: changesOf(role, input, response) };
    case 'patch':
      return { changes: patchChanges(patchText(input)) };
    case 'read':
      return { reads: pathsOf(input), ...wholeText(response) };
    case 'todos':
      return { todos: todosIn(input) };
    case 'task':
      return { todos: taskIn(input, response) };
    case 'plan':
      return { todos: acceptedPlan(input, response) };
    default:
      return { output: told.output };
  }
}

function shellUse(name: string, input: unknown, told: ToolEnding): Partial<ToolUse> {
  const broke = told.failed === true;
  const sent = commandOf(input);
  // A shell would take what is marked as private for the name of a file.
  const line = sent && withoutPrivate(sent).text;
  const unfinished =
    told.unfinished || BACKGROUND.some((name) => readPlace(input, name) === true)
      ? { unfinished: true }
      : {};
  const ran = { output: told.output, workdir: pathIn(input, WORKDIR), ...unfinished };
  if (line === null) return ran;
  const isReadable = !/^powershell$/i.test(name) && line.length <= MAX_SCANNED;
  // Text that a line writes into files is content, and content is not kept.
  const command = head(isReadable ? withoutHeredocs(line) : line, MAX_COMMAND);
  const patch = patchIn(line);
  if (patch !== null) return { ...ran, command, changes: broke ? [] : patchChanges(patch) };
  const writes = isReadable ? shellWrites(line, { failed: broke }).slice(0, MAX_CHANGES) : [];
  const changes = writes.map(({ path, append, content }): ChangedFile => {
    const added = content === null ? null : head(content, MAX_TEXT);
    return { path, kind: append ? 'edit' : 'write', added, removed: null };
  });
  return { ...ran, command, changes };
}

/** A line, or the words of one. */
function commandOf(input: unknown): string | null {
  const command = readPlace(input, COMMAND);
  return words(
    Array.isArray(command) ? command.filter((word) => typeof word === 'string').join(' ') : command,
  );
}

function patchText(input: unknown): string {
  return text(input) ?? text(readPlace(input, PATCH)) ?? '';
}

function patchChanges(patch: string): readonly ChangedFile[] {
  return readPatch(patch)
    .slice(0, MAX_CHANGES)
    .map((change) => ({
      ...change,
      added: bounded(change.added),
      removed: bounded(change.removed),
    }));
}

function changesOf(
  role: 'write' | 'edit' | 'delete',
  input: unknown,
  response: unknown,
): readonly ChangedFile[] {
  // Claude Code answers with what is in the file now, also where the person changed it before agreeing.
  const path = text(readPlace(response, 'filePath'));
  const done = path === null ? null : response;
  const paths = pathsOf(input).length > 0 || path === null ? pathsOf(input) : [path];
  const content = readPlace(done, 'content') ?? first(input, CONTENT);
  const isReplacing = [...EDITS, ...NEW].some((name) => readPlace(input, name) !== undefined);
  // An editor that is given a whole text and nothing to replace makes the file.
  const kind = role === 'edit' && content !== undefined && !isReplacing ? 'write' : role;
  if (kind === 'delete' || (kind === 'write' && (content !== undefined || !isReplacing))) {
    const added = kind === 'write' ? bounded(content) : null;
    const removed = kind === 'write' ? bounded(readPlace(done, 'originalFile')) : null;
    return paths.map((one) => ({ path: one, kind, added, removed, ...patchOf(done) }));
  }
  // Several replacements at once, each in a file of its own or all in one.
  const pieces = EDITS.flatMap((name) => list(readPlace(input, name))).slice(0, MAX_EDITS);
  const byPath = new Map<string, unknown[]>(
    pieces.length > 0 ? [] : paths.map((one) => [one, [input]]),
  );
  for (const piece of pieces) {
    const of = pathsOf(piece)[0] ?? paths[0];
    if (of !== undefined) byPath.set(of, [...(byPath.get(of) ?? []), piece]);
  }
  const isCleared = readPlace(input, 'edit_mode') === 'delete';
  return [...byPath].slice(0, MAX_CHANGES).map(([of, edits]) => ({
    path: of,
    kind: 'edit',
    added: isCleared
      ? null
      : bounded(readPlace(done, 'newString') ?? joined(edits, NEW) ?? patched(response, '+')),
    removed: bounded(readPlace(done, 'oldString') ?? joined(edits, OLD) ?? patched(response, '-')),
    ...patchOf(done),
  }));
}

/** The lines of the patch that an answer has. */
function patchOf(response: unknown): Pick<ChangedFile, 'patch'> {
  const [added, removed] = [bounded(patched(response, '+')), bounded(patched(response, '-'))];
  return added === null || removed === null ? {} : { patch: { added, removed } };
}

/** The first of some fields that is there. Unlike `at` it takes an empty text for a value. */
function first(value: unknown, names: readonly string[]): unknown {
  return names
    .map((name) => readPlace(value, name))
    .find((one) => one !== undefined && one !== null);
}

function joined(edits: readonly unknown[], names: readonly string[]): string | null {
  const texts = edits.map((edit) => text(first(edit, names)));
  return texts.every((one) => one === null) ? null : texts.map((one) => one ?? '').join('\n');
}

/** The lines that a patch in an answer adds or takes away. */
function patched(response: unknown, sign: '+' | '-'): string | null {
  const hunks = list(readPlace(response, 'structuredPatch'));
  const lines = hunks.flatMap((hunk) => list(readPlace(hunk, 'lines'))).map(text);
  const signed = lines.filter((line) => line?.startsWith(sign));
  return lines.length > 0 ? signed.map((line) => line!.slice(1)).join('\n') : null;
}

function pathsOf(input: unknown): readonly string[] {
  const one = pathIn(input, PATH);
  if (one !== null) return [one];
  const many = [...list(readPlace(input, 'paths')), ...list(readPlace(input, 'files'))].slice(
    0,
    MAX_CHANGES,
  );
  return many
    .map((entry) => pathText(entry) ?? pathIn(entry, PATH))
    .filter((path) => path !== null);
}

function pathIn(input: unknown, names: readonly string[]): string | null {
  return (
    names.map((name) => pathText(readPlace(input, name))).find((path) => path !== null) ?? null
  );
}

/** The answer of a reading tool, if it is a whole file. */
function wholeText(response: unknown): { readonly shown?: string } {
  const [start, lines, all] = ['startLine', 'numLines', 'totalLines'].map((name) =>
    readPlace(response, `file.${name}`),
  );
  const content = text(readPlace(response, 'file.content'));
  const isWhole = content !== null && start === 1 && lines === all && content.length <= MAX_SHOWN;
  return isWhole ? { shown: content } : {};
}

/** The answers by their questions, as several hosts send them; else what was printed, to the one question. */
function answersIn(input: unknown, response: unknown): Partial<ToolUse> {
  const given = readPlace(response, 'answers') ?? readPlace(input, 'answers');
  const pairs =
    typeof given === 'object' && given !== null
      ? Object.entries(given)
      : [[readPlace(input, 'question'), printed(response)] as const];
  const answers = pairs.flatMap(([asked, said]) => {
    const question = words(asked);
    const answer = words(
      Array.isArray(said) ? said.filter((one) => typeof one === 'string').join(', ') : said,
    );
    if (!question || !answer) return [];
    return [{ question: head(question, MAX_TODO_TEXT), answer: head(answer, MAX_OUTPUT) }];
  });
  return answers.length > 0 ? { answers: answers.slice(0, MAX_ANSWERS) } : {};
}

/** The whole list each time, unless it says that it merges. */
function todosIn(input: unknown): TodoUpdate | null {
  const sent = TODOS.map((name) => readPlace(input, name)).find(Array.isArray);
  if (sent === undefined) return null;
  const items = sent.slice(0, MAX_TODOS).flatMap((entry): TodoPatch[] => {
    const said = todoText(readPlace(entry, TODO));
    return said === null
      ? []
      : [
          {
            id: idText(readPlace(entry, 'id')),
            text: said,
            status: statusOf(readPlace(entry, 'status')),
          },
        ];
  });
  return { whole: readPlace(input, 'merge') !== true, items };
}

/** One entry of a list that is made, or changed by its id. */
function taskIn(input: unknown, response: unknown): TodoUpdate | null {
  const said = todoText(readPlace(input, 'subject'));
  const known = idText(readPlace(input, 'taskId'));
  if (known === null && (said === null || readPlace(input, 'status') !== undefined)) return null;
  if (known === null) {
    const id =
      idText(readPlace(response, 'task.id')) ??
      /^Task #(\d{1,9})\b/.exec(printed(response) ?? '')?.[1] ??
      null;
    return { whole: false, items: [{ id, text: said, status: 'pending', isNew: true }] };
  }
  const status = statusOf(readPlace(input, 'status'));
  // An unknown task is answered with `success: false`; other calls only name an owner or dependencies.
  const isIdle = readPlace(response, 'success') === false || (said === null && status === null);
  return isIdle ? null : { whole: false, items: [{ id: known, text: said, status }] };
}

/** A person let the agent leave plan mode: the steps of the plan are to be done. */
function acceptedPlan(input: unknown, response: unknown): TodoUpdate | null {
  // Another agent decides about the plan of a teammate.
  if (
    readPlace(response, 'isAgent') === true ||
    readPlace(response, 'awaitingLeaderApproval') === true
  )
    return null;
  const plan = words(readPlace(response, 'plan')) ?? words(readPlace(input, 'plan'));
  const steps = plan === null ? [] : planSteps(withoutPrivate(head(plan, MAX_TEXT)).text);
  const items = steps.map(
    ({ number, text: step }): TodoPatch => ({
      // People and agents call a step by its number.
      id: `plan-${number}`,
      text: step,
      status: 'pending',
      isNew: true,
    }),
  );
  return items.length > 0 ? { whole: false, items } : null;
}

function todoText(value: unknown): string | null {
  const said = words(value)?.trim();
  return said === undefined ? null : head(said, MAX_TODO_TEXT);
}

const STATUSES: Readonly<Record<string, TodoStatus>> = {
  pending: 'pending',
  todo: 'pending',
  'not-started': 'pending',
  not_started: 'pending',
  blocked: 'pending',
  in_progress: 'in_progress',
  'in-progress': 'in_progress',
  completed: 'completed',
  done: 'completed',
  cancelled: 'cancelled',
  deleted: 'cancelled',
};

function statusOf(value: unknown): TodoStatus | null {
  return typeof value === 'string' && Object.hasOwn(STATUSES, value) ? STATUSES[value]! : null;
}

function bounded(value: unknown): string | null {
  const all = text(value);
  // Names are read out of it later, when no mark around them can be seen any more.
  return all === null ? null : head(withoutPrivate(head(all, 4 * MAX_TEXT)).text, MAX_TEXT);
}

/** The output of a tool: plain text, the two streams of a shell, or text parts as MCP servers and agents answer. */
export function printed(response: unknown): string | null {
  const all =
    messageText(response) ?? messageText(readPlace(response, 'content')) ?? streams(response);
  return all === null || all === '' ? null : headAndTail(all, MAX_OUTPUT);
}

/** A text, or the texts of the parts of a message. */
export function messageText(value: unknown): string | null {
  if (!Array.isArray(value)) return text(value);
  const parts = value.map((part) => text(readPlace(part, 'text')));
  return parts.filter((part) => part !== null).join('\n');
}

function streams(response: unknown): string | null {
  const both = [text(readPlace(response, 'stdout')), text(readPlace(response, 'stderr'))].filter(
    (stream) => stream,
  );
  return both.length > 0 ? both.join('\n') : null;
}
