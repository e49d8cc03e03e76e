import { asRecord, list } from '../../domain/text/json.ts';
import { type Tools, toolReader } from '../shape/tool-roles.ts';
import { printed, readTool, type ToolReader } from '../shape/tools.ts';
import type { ToolInput } from './wire.ts';

export const TOOLS: Tools = {
  roles: {
    bash: 'shell',
    write: 'write',
    edit: 'edit',
    read: 'read',
    grep: 'read',
    find: 'read',
    ls: 'read',
  },
  answer: (content) => ({ output: printed(content) }),
  tellsFailure: true,
};

const read = toolReader(TOOLS);

/** The tool use that pi reports. The content of a failed one is its error. */
export const readPiTool: ToolReader = (name, input, content, failed) => {
  if (name === 'powershell') return { ...readTool('PowerShell', input, content, failed), name };
  return read(name, name === 'edit' ? withReplacements(input) : input, content, failed);
};

function withReplacements(input: unknown) {
  const asked = asRecord<ToolInput>(input) ?? {};
  const edits = list(asked.edits).map(replacement);
  return { path: asked.path, edits: edits.length > 0 ? edits : [replacement(asked)] };
}

function replacement(edit: unknown) {
  const { oldText: old_string, newText: new_string } = asRecord<ToolInput>(edit) ?? {};
  return { old_string, new_string };
}
