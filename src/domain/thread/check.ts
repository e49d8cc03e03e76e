import { resolves } from '../observe/commands.ts';

const PREFIX = 'check:';
const PROMPT = ' $ ';

/** What a failing check is known by: the same command in the same directory, `.` for the top of the scope. */
export function checkIdentity(directory: string, command: string): string {
  return `${PREFIX}${directory === '' ? '.' : directory}${PROMPT}${command}`;
}

/** Whether the success of one check ends the failure of another: run where it failed, or above, over as much or more. */
export function settles(success: string, failure: string): boolean {
  const passed = parse(success);
  const failed = parse(failure);
  if (!passed || !failed) return false;
  return covers(passed.directory, failed.directory) && resolves(passed.command, failed.command);
}

function covers(directory: string, other: string): boolean {
  if (directory === other) return true;
  return directory === '.' ? !/^(?:\/|[A-Za-z]:)/.test(other) : other.startsWith(`${directory}/`);
}

function parse(identity: string): { readonly directory: string; readonly command: string } | null {
  const at = identity.indexOf(PROMPT);
  if (!identity.startsWith(PREFIX) || at < 0) return null;
  return { directory: identity.slice(PREFIX.length, at), command: identity.slice(at + PROMPT.length) };
}
