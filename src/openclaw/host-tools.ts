import { asRecord, list, text } from '../domain/text/json.ts';
import { type Answer, type Tools, toolReader } from '../hosts/shape/tool-roles.ts';
import { printed, type ToolReader } from '../hosts/shape/tools.ts';
import type { Edit, ExecDetails } from './wire.ts';

export const TOOLS: Tools = {
  roles: {
    exec: 'shell',
    bash: 'shell',
    write: 'write',
    edit: 'edit',
    apply_patch: 'patch',
    read: 'read',
    update_plan: 'todos',
    web_fetch: 'quiet',
    web_search: 'quiet',
  },
  answer,
  tellsFailure: true,
};

const read = toolReader(TOOLS);

export const readOpenClawTool: ToolReader = (name, input, response, failed) =>
  read(name, name === 'edit' ? named(input) : input, response, failed);

function answer(response: unknown): Answer {
  const details = asRecord<ExecDetails>(asRecord<{ details: unknown }>(response)?.details) ?? {};
  const status = text(details.status);
  const isNonZero = typeof details.exitCode === 'number' && details.exitCode !== 0;
  return {
    output: printed(response),
    failed: isNonZero || status === 'failed' || status === 'blocked' || status === 'error',
    ...(status === 'running' && { unfinished: true }),
  };
}

/** An edit by the names that are read elsewhere too. */
function named(input: unknown): unknown {
  const { oldText, newText, edits, ...rest } = asRecord<Edit & { edits: unknown }>(input) ?? {};
  const [removed, added] = [text(oldText), text(newText)];
  return {
    ...rest,
    ...(removed !== null && { old_string: removed }),
    ...(added !== null && { new_string: added }),
    ...(Array.isArray(edits) && { edits: list(edits).map(named) }),
  };
}
