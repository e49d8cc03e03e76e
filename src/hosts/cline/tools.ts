import type { TodoUpdate, ToolUse } from '../../domain/event.ts';
import { asRecord, list, text, type Untrusted, words } from '../../domain/json.ts';
import { patchUse } from '../shape/plugin-shape.ts';
import { readTool } from '../shape/tools.ts';
import type { Answer, ToolInput } from './wire.ts';

/** What a tool of Cline did. For a failed one the output is its error. */
export function readClineTool(name: string, input: unknown, output: unknown, failed: boolean): ToolUse {
  const asked = asRecord<ToolInput>(input) ?? {};
  const answers = (Array.isArray(output) ? output : [output])
    .map((answer) => asRecord<Answer>(answer) ?? {})
    .filter(({ success }) => typeof success === 'boolean');
  const printed = answers.length > 0 ? answers.map(said).join('\n') : output;
  const broke = failed || answers.some(({ success }) => success === false);
  const use = { ...byName(name, asked, printed, broke), name };
  const todos = taskProgress(asked.task_progress);
  return todos ? { ...use, todos } : use;
}

function byName(name: string, asked: Untrusted<ToolInput>, printed: unknown, failed: boolean): ToolUse {
  switch (name) {
    case 'run_commands':
    case 'execute_command':
      return readTool('Bash', { command: commandIn(asked) }, printed, failed);
    case 'write_to_file':
      return readTool('Write', { file_path: asked.path, content: asked.content }, ifFailed(), failed);
    case 'replace_in_file':
      return readTool('MultiEdit', { file_path: asked.path, edits: blocks(asked.diff) }, ifFailed(), failed);
    case 'editor': {
      const isNew = text(asked.old_text) === null && typeof asked.insert_line !== 'number';
      const { path: file_path, new_text } = asked;
      return isNew
        ? readTool('Write', { file_path, content: new_text }, ifFailed(), failed)
        : readTool(
            'Edit',
            { file_path, old_string: text(asked.old_text) ?? '', new_string: new_text },
            ifFailed(),
            failed,
          );
    }
    case 'apply_patch':
      return patchUse(readTool(name, asked, printed, failed), asked.input);
    case 'read_files': {
      const paths = list(asked.files).map((file) => asRecord<{ path: string }>(file)?.path ?? file);
      const reads = paths.flatMap((path) => readTool('Read', { path }, null, false).reads);
      return { ...readTool('Read', {}, printed, failed), reads: failed ? [] : reads.slice(0, MOST_READS) };
    }
    case 'read_file':
    case 'list_files':
    case 'search_files':
    case 'list_code_definition_names':
      return readTool('Read', { path: asked.path }, printed, failed);
    case 'search_codebase':
    case 'fetch_web_content':
    case 'web_fetch':
      return readTool('WebFetch', asked, printed, failed);
    default:
      return readTool(name, asked, printed, failed);
  }
  function ifFailed(): unknown {
    return failed ? printed : null;
  }
}

const MOST_READS = 50;

function said({ result, error }: Untrusted<Answer>): string {
  return text(result) || text(error) || '';
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

/** What was looked for and what stands there now, in the blocks of `replace_in_file`. */
function blocks(diff: unknown): { old_string: string; new_string: string }[] {
  const found: { old_string: string; new_string: string }[] = [];
  let old: string[] | null = null;
  let fresh: string[] | null = null;
  for (const line of (text(diff) ?? '').split('\n')) {
    if (/^[-<]{3,} SEARCH>?$/.test(line.trimEnd())) {
      old = [];
      fresh = null;
    } else if (old && !fresh && /^={3,}$/.test(line.trimEnd())) fresh = [];
    else if (old && fresh && /^[+>]{3,} REPLACE>?$/.test(line.trimEnd())) {
      found.push({ old_string: old.join('\n'), new_string: fresh.join('\n') });
      old = fresh = null;
    } else (fresh ?? old)?.push(line);
  }
  return found;
}

/** `- [x] done`, `- [ ] to do`: the whole list, each time. */
function taskProgress(value: unknown): TodoUpdate | null {
  const lines = (words(value) ?? '').split('\n').map((line) => /^\s*[-*]\s*\[([ xX])\]\s*(.+)$/.exec(line));
  const todos = lines
    .filter((line) => line !== null)
    .map(([, box, content]) => ({ content, status: box === ' ' ? 'pending' : 'completed' }));
  return todos.length > 0 ? readTool('TodoWrite', { todos }, null, false).todos : null;
}
