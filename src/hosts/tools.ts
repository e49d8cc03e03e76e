import { asRecord, text } from '../domain/text/json.ts';
import type { ToolRole } from '../host.ts';
import { allHosts } from './all.ts';
import { toolReader } from './shape/tool-roles.ts';
import { isReadByName, printed, readTool, type ToolReader } from './shape/tools.ts';

/** Names that agents of people's own often have, and none of the hosts. */
const BESIDES: Readonly<Record<string, ToolRole>> = { run_command: 'shell', edit_file: 'edit' };

/** `write_file`, `writeFile` and `WriteFile` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

const ROLES = new Map<string, ToolRole>(
  [BESIDES, ...allHosts().map(({ tools = {} }) => tools)]
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
