import { asRecord, list, pathText, text, words } from '../../domain/json.ts';
import { readTool, type ToolReader } from '../shape/tools.ts';
import type { ExecDetails } from './wire.ts';

/** OpenClaw's own tools by the names that are read already. */
const ALIKE: Readonly<Record<string, string>> = {
  exec: 'Bash',
  bash: 'Bash',
  write: 'Write',
  edit: 'Edit',
  read: 'Read',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
};

export const readOpenClawTool: ToolReader = (name, input, response, failed) => {
  const alike = Object.hasOwn(ALIKE, name) ? ALIKE[name]! : name;
  const asked = asRecord(input) ?? {};
  const details = asRecord<ExecDetails>(asRecord<{ details: unknown }>(response)?.details) ?? {};
  const status = text(details.status);
  const broke = failed || status === 'failed' || status === 'blocked' || isNonZero(details.exitCode);
  const goesOn = alike === 'Bash' && status === 'running';
  const use = readTool(alike, alike === 'Edit' ? edits(asked) : asked, response, broke);
  const workdir = alike === 'Bash' ? pathText(asked['workdir']) : null;
  return { ...use, name, ...(workdir && { workdir }), ...(goesOn && { unfinished: true }) };
};

function isNonZero(code: unknown): boolean {
  return typeof code === 'number' && code !== 0;
}

/** `oldText` and `newText`, once or in a list. */
function edits(asked: Readonly<Record<string, unknown>>): unknown {
  const named = (edit: unknown) => {
    const { oldText, newText, ...rest } = asRecord<{ oldText: unknown; newText: unknown }>(edit) ?? {};
    return {
      ...rest,
      ...(words(oldText) && { old_string: oldText }),
      ...(text(newText) !== null && { new_string: newText }),
    };
  };
  const pieces = list(asked['edits']).map(named);
  return pieces.length > 0 ? { ...asked, edits: pieces } : named(asked);
}
