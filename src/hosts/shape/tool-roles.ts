import type { Change, TodoPatch, TodoStatus, TodoUpdate, ToolIntent, ToolUse } from '../../domain/event.ts';
import { asRecord, head, idText, list, pathText, text, words } from '../../domain/text/json.ts';
import type { ToolRole } from '../../host.ts';
import { patchIn, patchPaths, readPatch } from './apply-patch.ts';
import {
  answersIn,
  bounded,
  MAX_CHANGES,
  MAX_EDITS,
  MAX_NAME,
  MAX_TODOS,
  readIntent,
  shell,
  type ToolReader,
  todoStatus,
  todoText,
} from './tools.ts';

/** How a tool ended, as far as its answer tells. */
export interface Answer {
  readonly output: string | null;
  readonly failed?: boolean;
  readonly unfinished?: boolean;
}

/** The tools of a host whose names and fields are its own. */
export interface Tools {
  readonly roles: Readonly<Record<string, ToolRole>>;
  /** The response of a failed call is its error. */
  answer(response: unknown): Answer;
  /** Whether a command that failed is reported as failed. Some hosts send what it printed and no more. */
  readonly tellsFailure: boolean;
}

export function toolReader(tools: Tools): ToolReader {
  return (name, input, response, failed) => {
    const told = tools.answer(response);
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
    const role = roleOf(tools, name);
    if (role === 'shell') return { ...use, ...shellUse(input, told, broke, tools) };
    if (broke || role === 'quiet') return use;
    if (role === 'question') return { ...use, ...answersIn(input, response) };
    switch (role) {
      case 'edit': {
        const patch = patchIn(patchText(input));
        return { ...use, changes: patch === null ? changesOf(role, input) : patchChanges(patch) };
      }
      case 'write':
      case 'delete':
        return { ...use, changes: changesOf(role, input) };
      case 'patch':
        return { ...use, changes: patchChanges(patchText(input)) };
      case 'read':
        return { ...use, reads: pathsOf(input) };
      case 'todos':
        return { ...use, todos: todosOf(input) };
      default:
        return { ...use, output: told.output };
    }
  };
}

/** Reads the intent of a call to such a tool. */
export function intentReader(tools: Tools): (name: string, input: unknown) => ToolIntent {
  return (name, input) => {
    const role = roleOf(tools, name);
    if (role === 'patch') {
      return { name: head(name, MAX_NAME), paths: patchPaths(patchText(input)).slice(0, 50), command: null };
    }
    const command = role === 'shell' ? commandOf(input) : undefined;
    const asked = readIntent(name, command === undefined ? input : { command });
    return asked.paths.length > 0 ? asked : { ...asked, paths: pathsOf(input) };
  };
}

function roleOf(tools: Tools, name: string): ToolRole | null {
  return Object.hasOwn(tools.roles, name) ? tools.roles[name]! : null;
}

function shellUse(input: unknown, told: Answer, broke: boolean, tools: Tools): Partial<ToolUse> {
  const asked = fieldsOf(input);
  const command = commandOf(input);
  const patch = command === null ? null : patchIn(command);
  const isBackground = [asked.is_background, asked.isBackground, asked.run_in_background].includes(true);
  const ran = shell('Bash', { command, run_in_background: isBackground }, told.output, broke);
  return {
    ...ran,
    workdir: [asked.workdir, asked.directory, asked.dir_path, asked.cwd].map(pathText).find(Boolean) ?? null,
    ...(patch !== null && { changes: broke ? [] : patchChanges(patch) }),
    ...(told.unfinished && { unfinished: true }),
    ...(!tools.tellsFailure && { outcomeUntold: true }),
  };
}

/** A line, or the words of one. */
function commandOf(input: unknown): string | null {
  const { command, cmd } = fieldsOf(input);
  if (Array.isArray(command)) return words(command.filter((word) => typeof word === 'string').join(' '));
  return words(command) ?? words(cmd);
}

function patchText(input: unknown): string {
  const { command, input: sent, patch } = fieldsOf(input);
  return text(input) ?? text(command) ?? text(sent) ?? text(patch) ?? '';
}

function patchChanges(patch: string): readonly Change[] {
  return readPatch(patch)
    .slice(0, MAX_CHANGES)
    .map((change) => ({ ...change, added: bounded(change.added), removed: bounded(change.removed) }));
}

function changesOf(kind: 'write' | 'edit' | 'delete', input: unknown): readonly Change[] {
  const asked = fieldsOf(input);
  const isReplacing = asked.edits !== undefined || newText(asked) !== undefined;
  if (kind === 'delete' || (kind === 'write' && (contentOf(asked) !== undefined || !isReplacing))) {
    const added = kind === 'write' ? bounded(contentOf(asked)) : null;
    return pathsOf(input).map((path) => ({ path, kind, added, removed: null }));
  }
  // Several replacements at once, each in a file of its own or all in one.
  const pieces = [...list(asked.edits), ...list(asked.replacements)].slice(0, MAX_EDITS).map(fieldsOf);
  const paths = pathsOf(input);
  const byPath = new Map<string, Fields[]>(pieces.length > 0 ? [] : paths.map((path) => [path, [asked]]));
  for (const piece of pieces) {
    const path = pathsOf(piece)[0] ?? paths[0];
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), piece]);
  }
  return [...byPath].slice(0, MAX_CHANGES).map(([path, edits]) => ({
    path,
    kind: 'edit',
    added: joined(edits, newText),
    removed: joined(edits, (edit) => edit.old_string ?? edit.old_str ?? edit.oldString),
  }));
}

function newText(edit: Fields): unknown {
  return edit.new_string ?? edit.new_str ?? edit.newString ?? edit.code;
}

function joined(edits: readonly Fields[], field: (edit: Fields) => unknown): string | null {
  const texts = edits.map((edit) => text(field(edit)));
  if (texts.every((one) => one === null)) return null;
  return bounded(texts.map((one) => one ?? '').join('\n'));
}

function contentOf(asked: Fields): unknown {
  return asked.content ?? asked.file_text ?? asked.contents ?? asked.text;
}

function pathsOf(input: unknown): readonly string[] {
  const asked = fieldsOf(input);
  const one = pathIn(asked);
  if (one !== null) return [one];
  const many = [...list(asked.paths), ...list(asked.files)].slice(0, MAX_CHANGES);
  return many.map((entry) => pathText(entry) ?? pathIn(fieldsOf(entry))).filter((path) => path !== null);
}

function pathIn(asked: Fields): string | null {
  const names = [asked.file_path, asked.path, asked.filePath, asked.absolute_path, asked.target_file];
  const others = [asked.notebook_path, asked.dir_path, asked.directory];
  return [...names, ...others].map(pathText).find((path) => path !== null) ?? null;
}

/** `update_plan`, `write_todos`, `todo_write`, `manage_todo_list`: the whole list each time, unless it says that it merges. */
function todosOf(input: unknown): TodoUpdate | null {
  const asked = fieldsOf(input);
  const sent = [asked.todos, asked.plan, asked.todoList].find(Array.isArray);
  if (sent === undefined) return null;
  const items = sent.slice(0, MAX_TODOS).flatMap((entry): TodoPatch[] => {
    const todo = fieldsOf(entry);
    const said = todoText(todo.content ?? todo.step ?? todo.title ?? todo.description);
    return said === null ? [] : [{ id: idText(todo.id), text: said, status: statusOf(todo.status) }];
  });
  return { whole: asked.merge !== true, items };
}

function statusOf(value: unknown): TodoStatus | null {
  switch (value) {
    case 'not-started':
    case 'not_started':
    case 'blocked':
      return 'pending';
    case 'in-progress':
      return 'in_progress';
    case 'done':
      return 'completed';
    default:
      return todoStatus(value);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return asRecord(value) ?? {};
}
