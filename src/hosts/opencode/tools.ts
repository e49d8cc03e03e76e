import type { ToolUse } from '../../domain/event.ts';
import { asRecord, list, pathText } from '../../domain/json.ts';
import { patchUse } from '../shape/plugin-shape.ts';
import { readTool } from '../shape/tools.ts';
import type { ToolArgs, ToolOutput } from './wire.ts';

/** What a tool of opencode did. For a failed one the output is its error. */
export function readOpencodeTool(name: string, input: unknown, output: unknown, failed: boolean): ToolUse {
  const args = asRecord<ToolArgs>(input) ?? {};
  const answer = asRecord<ToolOutput>(output);
  const printed = answer ? (answer.output ?? answer.content) : output;
  const as = (known: string, known_input: unknown = args, response: unknown = printed) => ({
    ...readTool(known, known_input, response, failed),
    name,
  });
  switch (name) {
    case 'bash': {
      const { exit } = asRecord<ToolOutput['metadata']>(answer?.metadata) ?? {};
      const broke = failed || (typeof exit === 'number' && exit !== 0);
      const use = { ...readTool('Bash', args, printed, broke), name, workdir: pathText(args.workdir) };
      return exit === null ? { ...use, failed: true, unfinished: true } : use;
    }
    case 'write':
      return as('Write', { file_path: args.filePath, content: args.content }, null);
    case 'edit':
      return as('Edit', replacement(args), null);
    case 'multiedit':
      return as('MultiEdit', { file_path: args.filePath, edits: list(args.edits).map(replacement) }, null);
    case 'patch':
    case 'apply_patch':
      return patchUse(as('apply_patch'), args.patchText);
    case 'read':
    case 'glob':
    case 'grep':
    case 'list':
      return as('Read', { file_path: args.filePath, path: args.path });
    case 'todowrite':
      return as('TodoWrite');
    case 'webfetch':
    case 'websearch':
    case 'codesearch':
    case 'todoread':
    case 'skill':
      return as('WebFetch');
    default:
      return readTool(name, args, printed, failed);
  }
}

function replacement(edit: unknown) {
  const { filePath, oldString, newString } = asRecord<ToolArgs>(edit) ?? {};
  return { file_path: filePath, old_string: oldString, new_string: newString };
}
