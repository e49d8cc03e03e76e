import { asRecord, text } from '../domain/text/json.ts';
import { ROOM_TOOLS } from '../rooms/hosts.ts';
import { TOOLS as cline } from './cline/tools.ts';
import { TOOLS as codex } from './codex/host.ts';
import { TOOLS as copilot } from './copilot/host.ts';
import { TOOLS as cursor } from './cursor/host.ts';
import { TOOLS as gemini } from './gemini/host.ts';
import { TOOLS as kimi } from './kimi/host.ts';
import { TOOLS as pi } from './pi/tools.ts';
import { TOOLS as qwen } from './qwen/host.ts';
import { TOOLS as opencode } from './shape/opencode-tools.ts';
import { type ToolRole, toolReader } from './shape/tool-roles.ts';
import { isReadByName, printed, readTool, type ToolReader } from './shape/tools.ts';
import { TOOLS as vscode } from './vscode/host.ts';

/** Every host with its own names of tools; where two have one name, it is for the same. */
export const NAMED_TOOLS = [
  cline,
  codex,
  copilot,
  cursor,
  gemini,
  kimi,
  opencode,
  pi,
  qwen,
  vscode,
  ...ROOM_TOOLS,
];

/** Names that agents of people's own often have, and none of the hosts. */
const BESIDES: Readonly<Record<string, ToolRole>> = { run_command: 'shell', edit_file: 'edit' };

/** `write_file`, `writeFile` and `WriteFile` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

const ROLES = new Map<string, ToolRole>(
  [BESIDES, ...NAMED_TOOLS.map(({ roles }) => roles)]
    .flatMap((roles) => Object.entries(roles))
    .map(([name, role]) => [plainName(name), role] as const),
);

/** A tool of an agent that is none of the hosts, by any name that one of them has for such a tool. */
export const readAnyTool: ToolReader = (name, input, response, failed) => {
  const role = isReadByName(name) ? undefined : ROLES.get(plainName(name));
  if (role === undefined) return readTool(name, input, withStreams(response), failed);
  const answer = () => ({ output: printed(withStreams(response)) });
  return toolReader({ roles: { [name]: role }, answer, tellsFailure: true })(name, input, response, failed);
};

/** One text for both streams, as programs keep it that run commands themselves. */
function withStreams(response: unknown): unknown {
  const said = asRecord<{ output: unknown; content: unknown; stdout: unknown }>(response);
  const output = text(said?.output);
  return output === null || said?.content !== undefined || text(said?.stdout)
    ? response
    : { ...said, stdout: output };
}
