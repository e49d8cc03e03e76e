import { at, text } from '../domain/base/text/json.ts';
import type { Host, ToolRole } from '../ports/base/host.ts';
import { CLAUDE_TOOLS } from './base/claude.ts';
import { printed, rolesOf, type Tools, toolsOf } from './base/tools.ts';

/** Tool names that custom agents often use. */
const BESIDES = rolesOf({ shell: 'exec run_command', edit: 'edit_file' });

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
    return toolsOf({ names: { [role]: name }, answer }).read(name, input, response, failed);
  };
}

/** One text for both streams, as programs keep it that run commands themselves. */
function withStreams(response: unknown): unknown {
  const output = text(at(response, 'output'));
  return output === null || at(response, 'content') !== undefined || text(at(response, 'stdout'))
    ? response
    : { ...(response as object), stdout: output };
}
