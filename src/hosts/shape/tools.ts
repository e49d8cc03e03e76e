import type { Change, TodoPatch, TodoStatus, TodoUpdate, ToolIntent, ToolUse } from '../../domain/event.ts';
import { shellWrites, withoutHeredocs } from '../../domain/observe/shell.ts';
import { withoutPrivate } from '../../domain/redact/private.ts';
import { planStepId, planSteps } from '../../domain/tasks/plan.ts';
import { asRecord, head, headAndTail, idText, list, pathText, text, words } from '../../domain/text/json.ts';
import type {
  FileInput,
  FileResponse,
  PlanInput,
  PlanResponse,
  ReadFile,
  ShellInput,
  ShellResponse,
  TaskInput,
  TaskResponse,
  TodoInput,
} from './wire.ts';

/** Reads a tool call. For a failed call the response is its error. */
export type ToolReader = (name: string, input: unknown, response: unknown, failed: boolean) => ToolUse;

export const MAX_TEXT = 64 * 1024;
export const MAX_OUTPUT = 16 * 1024;
export const MAX_COMMAND = 4 * 1024;
export const MAX_NAME = 200;
export const MAX_TODOS = 300;
const MAX_TODO_TEXT = 500;
export const MAX_CHANGES = 50;
export const MAX_EDITS = 1000;
/** The worst line of this length takes 0.1 s to read. */
const MAX_SCANNED = 64 * 1024;
/** Longer files are never read whole. */
const MAX_SHOWN = 256 * 1024;

export const readTool: ToolReader = (name, input, response, failed) => {
  const use: ToolUse = {
    name: head(name, MAX_NAME),
    failed,
    changes: [],
    reads: [],
    command: null,
    workdir: null,
    output: failed ? printed(response) : null,
    todos: null,
  };
  if (name === 'Bash' || name === 'PowerShell') return { ...use, ...shell(name, input, response, failed) };
  if (failed) return use;
  return {
    ...use,
    ...(isClaudeTool(name) ? OF_CLAUDE[name](input, response) : { output: printed(response) }),
  };
};

type Read = (input: unknown, response: unknown) => Partial<ToolUse>;
const readPath: Read = (input) => ({ reads: pathsRead(input) });
/** Nothing in their answers is an outcome, and pages of strangers should not travel further. */
const quiet: Read = () => ({});

/** The tools of Claude Code besides its shells. */
const OF_CLAUDE = {
  Write: (input, response) => ({ changes: fileChange('Write', input, response) }),
  Edit: (input, response) => ({ changes: fileChange('Edit', input, response) }),
  MultiEdit: (input, response) => ({ changes: fileChange('MultiEdit', input, response) }),
  NotebookEdit: (input, response) => notebookEdit(input, response),
  Read: (input, response) => ({ reads: pathsRead(input), ...wholeText(response) }),
  NotebookRead: readPath,
  Grep: readPath,
  Glob: readPath,
  LS: readPath,
  TodoWrite: (input) => ({ todos: todoList(input) }),
  TaskCreate: (input, response) => ({ todos: createdTask(input, response) }),
  TaskUpdate: (input, response) => ({ todos: updatedTask(input, response) }),
  ExitPlanMode: (input, response) => ({ todos: acceptedPlan(input, response) }),
  AskUserQuestion: (input, response) => answersIn(input, response),
  TaskList: quiet,
  TaskGet: quiet,
  WebFetch: quiet,
  WebSearch: quiet,
} satisfies Record<string, Read>;

/** The answers by their questions, as several hosts send them; else what was printed, to the one question. */
export function answersIn(input: unknown, response: unknown): Partial<ToolUse> {
  const asked = asRecord<{ question: unknown; answers: unknown }>(input) ?? {};
  const given = asRecord(asRecord<{ answers: unknown }>(response)?.answers) ?? asRecord(asked.answers);
  const pairs = given
    ? Object.entries(given).map(([question, answer]) => [question, answer])
    : [[asked.question, printed(response)]];
  const answers = pairs.flatMap(([question, said]) => {
    const text = words(question);
    const answer = words(
      Array.isArray(said) ? said.filter((one) => typeof one === 'string').join(', ') : said,
    );
    return text && answer ? [{ question: head(text, MAX_TODO_TEXT), answer: head(answer, MAX_OUTPUT) }] : [];
  });
  return answers.length > 0 ? { answers: answers.slice(0, MAX_ANSWERS) } : {};
}

const MAX_ANSWERS = 10;

function isClaudeTool(name: string): name is keyof typeof OF_CLAUDE {
  return Object.hasOwn(OF_CLAUDE, name);
}

/** Whether a tool of this name is read by `readTool` as more than something that printed. */
export function isReadByName(name: string): boolean {
  return name === 'Bash' || name === 'PowerShell' || isClaudeTool(name);
}

const MAX_INTENT = 8 * 1024;

/** The intent of any tool call: tools of MCP servers name commands and paths as the host's own do. */
export function readIntent(name: string, input: unknown): ToolIntent {
  const line = words(asRecord<ShellInput>(input)?.command);
  // A line that was cut may do anything behind the cut: the sign there is no command that is known to be harmless.
  const command = line !== null && line.length > MAX_INTENT ? `${head(line, MAX_INTENT)}\n…` : line;
  return { name: head(name, MAX_NAME), paths: pathsRead(input), command };
}

export function shell(name: string, input: unknown, response: unknown, failed: boolean): Partial<ToolUse> {
  const sent = words(asRecord<ShellInput>(input)?.command);
  // A shell would take what is marked as private for the name of a file.
  const line = sent && withoutPrivate(sent).text;
  // An interrupted command did not succeed, although it is reported like one that did.
  const answer = asRecord<ShellResponse>(response);
  const broke = failed || answer?.interrupted === true;
  const background =
    asRecord<ShellInput>(input)?.run_in_background === true || answer?.backgroundTaskId !== undefined;
  const unfinished = background || answer?.interrupted === true ? { unfinished: true } : {};
  const output = printed(response);
  if (line === null) return { failed: broke, output, ...unfinished };
  const isReadable = name === 'Bash' && line.length <= MAX_SCANNED;
  // Text that a line writes into files is content, and content is not kept.
  const command = isReadable ? withoutHeredocs(line) : line;
  const writes = isReadable ? shellWrites(line, broke).slice(0, MAX_CHANGES) : [];
  const changes = writes.map(({ path, append, content }): Change => {
    const added = content === null ? null : head(content, MAX_TEXT);
    return { path, kind: append ? 'edit' : 'write', added, removed: null };
  });
  return { failed: broke, output, command: head(command, MAX_COMMAND), changes, ...unfinished };
}

function fileChange(name: string, input: unknown, response: unknown): readonly Change[] {
  const asked = asRecord<FileInput>(input) ?? {};
  const done = asRecord<FileResponse>(response) ?? {};
  const path = pathText(asked.file_path) ?? pathText(asked.path) ?? pathText(done.filePath);
  if (path === null) return [];
  if (name === 'Write') {
    return [{ path, kind: 'write', added: bounded(done.content) ?? bounded(asked.content), removed: null }];
  }
  const edits = list(asked.edits)
    .slice(0, MAX_EDITS)
    .map((edit) => asRecord<FileInput>(edit) ?? {});
  const joined = (field: 'old_string' | 'new_string') =>
    edits.length > 0 ? edits.map((edit) => text(edit[field]) ?? '').join('\n') : null;
  const added = text(done.newString) ?? text(asked.new_string) ?? joined('new_string') ?? patched(done, '+');
  const removed =
    text(done.oldString) ?? text(asked.old_string) ?? joined('old_string') ?? patched(done, '-');
  return [{ path, kind: 'edit', added: bounded(added), removed: bounded(removed) }];
}

/** The lines that a patch adds or takes away. */
function patched(response: { readonly structuredPatch?: unknown }, sign: '+' | '-'): string | null {
  const hunks = list(response.structuredPatch);
  const lines = hunks.flatMap((hunk) => list(asRecord<{ lines: unknown }>(hunk)?.lines)).map(text);
  const signed = lines.filter((line) => line?.startsWith(sign));
  return lines.length > 0 ? signed.map((line) => line!.slice(1)).join('\n') : null;
}

function notebookEdit(input: unknown, response: unknown): Partial<ToolUse> {
  const asked = asRecord<FileInput>(input) ?? {};
  const error = words(asRecord<FileResponse>(response)?.error);
  if (error !== null) return { failed: true, output: headAndTail(error, MAX_OUTPUT) };
  const path = pathText(asked.notebook_path);
  const added = asked.edit_mode === 'delete' ? null : bounded(asked.new_source);
  return { changes: path === null ? [] : [{ path, kind: 'edit', added, removed: null }] };
}

function pathsRead(input: unknown): readonly string[] {
  const asked = asRecord<FileInput>(input) ?? {};
  const path = pathText(asked.file_path) ?? pathText(asked.notebook_path) ?? pathText(asked.path);
  return path === null ? [] : [path];
}

/** The answer of a reading tool, if it is a whole file. */
function wholeText(response: unknown): { readonly shown?: string } {
  const file = asRecord<ReadFile>(asRecord<{ file: unknown }>(response)?.file);
  if (file?.startLine !== 1 || file.numLines !== file.totalLines) return {};
  return typeof file.content === 'string' && file.content.length <= MAX_SHOWN ? { shown: file.content } : {};
}

function todoList(input: unknown): TodoUpdate | null {
  const todos = asRecord<TodoInput>(input)?.todos;
  if (!Array.isArray(todos)) return null;
  const items = todos.slice(0, MAX_TODOS).flatMap((entry): TodoPatch[] => {
    const todo = asRecord<TodoInput['todos'][number]>(entry);
    const content = todoText(todo?.content);
    return content === null
      ? []
      : [{ id: idText(todo?.id), text: content, status: todoStatus(todo?.status) }];
  });
  return { whole: true, items };
}

function createdTask(input: unknown, response: unknown): TodoUpdate | null {
  const subject = todoText(asRecord<TaskInput>(input)?.subject);
  if (subject === null) return null;
  const task = asRecord<TaskResponse['task']>(asRecord<TaskResponse>(response)?.task);
  const id = idText(task?.id) ?? /^Task #(\d{1,9})\b/.exec(printed(response) ?? '')?.[1] ?? null;
  return { whole: false, items: [{ id, text: subject, status: 'pending', isNew: true }] };
}

function updatedTask(input: unknown, response: unknown): TodoUpdate | null {
  const asked = asRecord<TaskInput>(input) ?? {};
  const item = { id: idText(asked.taskId), text: todoText(asked.subject), status: todoStatus(asked.status) };
  // An unknown task is answered with `success: false`; other calls only name an owner or dependencies.
  const isRefused = asRecord<TaskResponse>(response)?.success === false;
  if (isRefused || item.id === null || (item.text === null && item.status === null)) return null;
  return { whole: false, items: [item] };
}

/** A person let the agent leave plan mode: the steps of the plan are to be done. */
function acceptedPlan(input: unknown, response: unknown): TodoUpdate | null {
  const answer = asRecord<PlanResponse>(response) ?? {};
  // Another agent decides about the plan of a teammate.
  if (answer.isAgent === true || answer.awaitingLeaderApproval === true) return null;
  const plan = words(answer.plan) ?? words(asRecord<PlanInput>(input)?.plan);
  const steps = plan === null ? [] : planSteps(withoutPrivate(head(plan, MAX_TEXT)).text);
  const items = steps.map(
    ({ number, text }): TodoPatch => ({ id: planStepId(number), text, status: 'pending', isNew: true }),
  );
  return items.length > 0 ? { whole: false, items } : null;
}

export function todoText(value: unknown): string | null {
  const said = words(value)?.trim();
  return said === undefined ? null : head(said, MAX_TODO_TEXT);
}

export function todoStatus(value: unknown): TodoStatus | null {
  switch (value) {
    case 'pending':
    case 'in_progress':
    case 'completed':
    case 'cancelled':
      return value;
    case 'deleted':
      return 'cancelled';
    default:
      return null;
  }
}

export function bounded(value: unknown): string | null {
  const all = text(value);
  // Names are read out of it later, when no mark around them can be seen any more.
  return all === null ? null : head(withoutPrivate(head(all, 4 * MAX_TEXT)).text, MAX_TEXT);
}

/** The output of a tool: plain text, the two streams of a shell, or text parts as MCP servers and agents answer. */
export function printed(response: unknown): string | null {
  const all =
    textOf(response) ?? textOf(asRecord<{ content: unknown }>(response)?.content) ?? streams(response);
  return all === null || all === '' ? null : headAndTail(all, MAX_OUTPUT);
}

export function textOf(value: unknown): string | null {
  if (!Array.isArray(value)) return text(value);
  const parts = value.map((part) => text(asRecord<{ text: unknown }>(part)?.text));
  return parts.filter((part) => part !== null).join('\n');
}

function streams(response: unknown): string | null {
  const sent = asRecord<ShellResponse>(response) ?? {};
  const both = [text(sent.stdout), text(sent.stderr)].filter((stream) => stream);
  return both.length > 0 ? both.join('\n') : null;
}
