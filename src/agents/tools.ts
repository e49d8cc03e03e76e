import { readPlace, text } from '../domain/base/text/json.ts';
import type { Host, ToolRole } from '../ports/base/host.ts';
import { CLAUDE_TOOLS } from './base/claude.ts';
import { printed, type Tools, toolReaders, toolRoles } from './base/tools.ts';

/** Tool names that custom agents often use. */
const BESIDES = toolRoles({ shell: 'exec run_command', edit: 'edit_file' });

/** `write_file`, `writeFile` and `WriteFile` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** Reads tools of an agent that is none of the hosts, by any name that one of them has for such a tool. */
export function anyToolReader(hosts: readonly Pick<Host, 'tools'>[]): Tools['read'] {
  const roles = new Map<string, ToolRole>(
    [BESIDES, ...hosts.map(({ tools = {} }) => tools)]
      .flatMap((named) => Object.entries(named))
      .map(([name, role]) => [plainName(name), role] as const),
  );
  return (name, input, response, failed) => {
    const role = Object.hasOwn(CLAUDE_TOOLS.roles, name) ? undefined : roles.get(plainName(name));
    if (role === undefined) return CLAUDE_TOOLS.read(name, input, withStreams(response), failed);
    const answer = () => ({ output: printed(withStreams(response)) });
    return toolReaders({ names: { [role]: name }, answer }).read(name, input, response, failed);
  };
}

/** One text for both streams, as programs keep it that run commands themselves. */
function withStreams(response: unknown): unknown {
  const output = text(readPlace(response, 'output'));
  return output === null ||
    readPlace(response, 'content') !== undefined ||
    text(readPlace(response, 'stdout'))
    ? response
    : { ...(response as object), stdout: output };
}
