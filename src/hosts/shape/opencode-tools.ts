import { asRecord, headAndTail, text } from '../../domain/text/json.ts';
import type { ToolArgs, ToolOutput } from './opencode-wire.ts';
import { type Answer, type Tools, toolReader } from './tool-roles.ts';
import { MAX_OUTPUT, printed, type ToolReader } from './tools.ts';

export const TOOLS: Tools = {
  roles: {
    bash: 'shell',
    write: 'write',
    edit: 'edit',
    multiedit: 'edit',
    apply_patch: 'patch',
    patch: 'patch',
    read: 'read',
    glob: 'read',
    grep: 'read',
    list: 'read',
    todowrite: 'todos',
    todoread: 'quiet',
    webfetch: 'quiet',
    websearch: 'quiet',
    codesearch: 'quiet',
    skill: 'quiet',
  },
  answer,
  tellsFailure: true,
};

const read = toolReader(TOOLS);

/** Reads a tool use of opencode. For a failed one the output is its error. */
export const readOpencodeTool: ToolReader = (name, input, output, failed) => {
  const patch = text(asRecord<ToolArgs>(input)?.patchText);
  return read(name, patch === null ? input : { patch }, output, failed);
};

function answer(response: unknown): Answer {
  const sent = asRecord<ToolOutput>(response);
  const said = text(sent?.output);
  const output = said === null ? printed(response) : headAndTail(said, MAX_OUTPUT) || null;
  const { exit } = asRecord<ToolOutput['metadata']>(sent?.metadata) ?? {};
  if (exit === null) return { output, failed: true, unfinished: true };
  return { output, failed: typeof exit === 'number' && exit !== 0 };
}
