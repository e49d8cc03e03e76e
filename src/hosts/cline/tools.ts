import type { TodoUpdate } from '../../domain/event.ts';
import { asRecord, list, text, type Untrusted, words } from '../../domain/text/json.ts';
import { type Answer, type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed, readTool, type ToolReader } from '../shape/tools.ts';
import type { ToolAnswer, ToolInput } from './wire.ts';

export const TOOLS: Tools = {
  roles: {
    run_commands: 'shell',
    execute_command: 'shell',
    // Without anything to replace or a line to insert at, it makes a file.
    editor: 'edit',
    write_to_file: 'write',
    replace_in_file: 'edit',
    apply_patch: 'patch',
    read_files: 'read',
    read_file: 'read',
    list_files: 'read',
    search_files: 'read',
    list_code_definition_names: 'read',
    search_codebase: 'quiet',
    fetch_web_content: 'quiet',
    web_fetch: 'quiet',
    ask_question: 'question',
  },
  answer,
  tellsFailure: true,
};

const read = toolReader(TOOLS);

/** Reads a tool use of Cline. For a failed one the output is its error. */
export const readClineTool: ToolReader = (name, input, output, failed) => {
  const asked = asRecord<ToolInput>(input) ?? {};
  const use = { ...read(roleName(name, asked), asInput(name, asked), output, failed), name };
  const todos = taskProgress(asked.task_progress);
  return todos ? { ...use, todos } : use;
};

function roleName(name: string, asked: Untrusted<ToolInput>): string {
  const isNew = name === 'editor' && text(asked.old_text) === null && typeof asked.insert_line !== 'number';
  return isNew ? 'write_to_file' : name;
}

function asInput(name: string, asked: Untrusted<ToolInput>): unknown {
  const { path, new_text } = asked;
  switch (name) {
    case 'run_commands':
      return { command: commandIn(asked) };
    case 'replace_in_file':
      return { path, edits: blocks(asked.diff) };
    case 'editor': {
      if (roleName(name, asked) !== name) return { path, content: new_text };
      return { path, old_string: text(asked.old_text) ?? '', new_string: new_text };
    }
    default:
      return asked;
  }
}

/** Each thing that was asked is answered on its own, with whether it went well. */
function answer(output: unknown): Answer {
  const answers = (Array.isArray(output) ? output : [output])
    .map((one) => asRecord<ToolAnswer>(one) ?? {})
    .filter(({ success }) => typeof success === 'boolean');
  if (answers.length === 0) return { output: printed(output) };
  const said = answers.map(({ result, error }) => text(result) || text(error) || '').join('\n');
  return { output: printed(said), failed: answers.some(({ success }) => success === false) };
}

/** Several lines are one script. */
function commandIn(asked: Untrusted<ToolInput>): string | null {
  const all = Array.isArray(asked.commands) ? asked.commands : [asked.commands ?? asked.command];
  const lines = all.flatMap((one) => {
    const { command, args } = asRecord<{ command: string; args: string[] }>(one) ?? { command: one };
    const line = words(command);
    return line === null ? [] : [[line, ...list(args).filter((arg) => typeof arg === 'string')].join(' ')];
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

const SEARCH = /^[-<]{3,} SEARCH>?\s*$/;
const DIVIDER = /^={3,}\s*$/;
const REPLACE = /^[+>]{3,} REPLACE>?\s*$/;

/** The searched and replacing texts in the blocks of `replace_in_file`. */
function blocks(diff: unknown): { old_string: string; new_string: string }[] {
  const found: { old_string: string; new_string: string }[] = [];
  let old: string[] | null = null;
  let fresh: string[] | null = null;
  for (const line of (text(diff) ?? '').split('\n')) {
    if (SEARCH.test(line)) [old, fresh] = [[], null];
    else if (old && !fresh && DIVIDER.test(line)) fresh = [];
    else if (old && fresh && REPLACE.test(line)) {
      found.push({ old_string: old.join('\n'), new_string: fresh.join('\n') });
      [old, fresh] = [null, null];
    } else (fresh ?? old)?.push(line);
  }
  return found;
}

const BOX = /^\s*[-*]\s*\[([ xX])\]\s*(\S.*)$/;

/** `- [x] done`, `- [ ] to do`: the whole list, each time. */
function taskProgress(value: unknown): TodoUpdate | null {
  const boxes = (words(value) ?? '').split('\n').map((line) => BOX.exec(line));
  const todos = boxes
    .filter((box) => box !== null)
    .map(([, mark, content]) => ({ content, status: mark === ' ' ? 'pending' : 'completed' }));
  return todos.length > 0 ? readTool('TodoWrite', { todos }, null, false).todos : null;
}
