import type { ToolUse } from '../facts/event.ts';
import type { CommandKind } from '../observe/check-tools.ts';
import { type Run, recogniseCommand } from '../observe/commands.ts';
import { type Failures, failuresOf, readOutcome } from '../observe/outcome.ts';
import { commandWords, withoutHeredocs } from '../observe/shell.ts';

/** A test, build, lint or type check that ran, and how it ended. */
export interface CheckOutcome {
  readonly kind: CommandKind;
  /** The command, whatever environment, directory or verbosity it ran with. */
  readonly command: string;
  /** The directory that the line changed to before the check, as written; null if none, or if unknowable. */
  readonly directory: string | null;
  /** Null if neither the output nor the host shows it. */
  readonly ok: boolean | null;
  /** The first failing test, or the first error, as the tool names it. */
  readonly failing: string | null;
  /** Null unless it failed. */
  readonly failures: Failures | null;
  readonly runs: readonly Run[];
}

/**
 * The check that a tool call ran; null if it ran none or its outcome is hidden. `tellsFailure` says
 * that the host reports every failed command, so that any other succeeded.
 */
export function readCheck(
  use: ToolUse,
  { tellsFailure }: { readonly tellsFailure: boolean },
): CheckOutcome | null {
  if (use.command === null || use.unfinished) return null;
  const line = use.command.includes('<<') ? withoutHeredocs(use.command) : use.command;
  const commands = commandWords(line);
  const found = recogniseCommand(commands);
  if (!found) return null;
  const output = use.output ?? '';
  if (NOT_RUN.test(output.slice(0, 400)) || NOT_RUN.test(output.slice(-400))) return null;
  const hides = commands.some(([name = '']) => HIDES.test(name));
  const isCutShort = hides || STOPS_EARLY.test(line);
  const isOwnExit = !found.masked && exitIsOfCheck(line);
  const { kind, tool, identity } = found;
  const read = (text: string, failed: boolean | null) => readOutcome(kind, tool, text, failed);
  const check = (ok: boolean | null, failing: string | null): CheckOutcome => {
    const read = ok === false ? failuresOf(kind, output) : null;
    const failures = read && { ...read, isAll: read.isAll && !isCutShort };
    const runs = withEchoed(found.runs, output);
    return {
      kind,
      command: identity,
      directory: directoryOf(commands),
      ok,
      failing,
      failures,
      runs,
    };
  };

  if (isOwnExit && tellsFailure && !use.failed) return check(true, null);
  const printed = read(output.replace(EXIT_LINE, ''), null);
  if (isOwnExit && use.failed) {
    // In `npm test && git push` the push may have failed: printed success of the tests still counts.
    return printed.ok === true ? null : check(false, read(output, true).failing);
  }
  if (printed.ok === false) return check(false, printed.failing);
  const isShown = isOwnExit || (output.trim() !== '' && !hides);
  if (printed.ok === true) return isShown ? check(true, null) : null;
  return isOwnExit && !hides ? check(null, null) : null;
}

/** A call that was refused, aborted or sent to the background gives no result. */
const NOT_RUN =
  /\b(?:interrupted by user|request interrupted|doesn't want to proceed|(?:was|been) (?:rejected|denied|cancelled|canceled|aborted)|permission (?:to|for) .{1,80} denied|timed out after|running in (?:the )?background|moved to (?:the )?background)\b/i;

const EXIT_LINE = /^(?:Error: )?Exit code:? \d{1,3}\r?\n?/i;

/** Commands that show only a part of the output: success in it proves nothing. */
const HIDES = /^(?:e?grep|rg|head|sed|awk|cut|jq|wc|uniq|sort|column)$/;

/** Options that stop a run at its first failure: there may be more. */
const STOPS_EARLY = /\s--?(?:x|exitfirst|bail|fail-?fast|maxfail)\b/i;

/** Package managers print what a script runs (`> jest`, `$ jest`), and `make` the bare line. */
const ECHO = /^[>$] (?=\S)/;
const MOST_ECHOED = 30;

/** Adds the commands that scripts printed. */
function withEchoed(runs: readonly Run[], output: string): readonly Run[] {
  if (runs.every(({ tool }) => tool !== null)) return runs;
  const lines = output.slice(0, 4_000).split('\n').slice(0, MOST_ECHOED);
  return runs.flatMap((run): readonly Run[] => {
    if (run.tool !== null) return [run];
    const isBare = run.script!.includes(' ');
    const shown = lines.flatMap((line) => {
      if (!isBare && !ECHO.test(line)) return [];
      return recogniseCommand(commandWords(line.replace(ECHO, '')))?.runs ?? [];
    });
    const ran = shown.filter(
      ({ tool, kind }) => tool !== null && (runs.length === 1 || kind === run.kind),
    );
    return ran.length === 0 ? [run] : ran.map((one) => ({ ...one, script: run.script! }));
  });
}

/** Set-up commands before the check. */
const SET_UP = /\s*(?:cd|export|source|\.|set|unset|nvm|pushd)\s[^;&|\n]{0,300}(?:;|&&|\n)/y;

/** Whether the exit code is the check's own: no pipe, list or background job after it. */
function exitIsOfCheck(line: string): boolean {
  const plain = unquoted(line).trim();
  let from = 0;
  for (SET_UP.lastIndex = 0; SET_UP.test(plain); ) from = SET_UP.lastIndex;
  const ran = plain.slice(from).trim();
  // `!` inverts an exit code.
  return !ran.startsWith('!') && !/[;|\n]|(?<![&>])&(?![&>])/.test(ran);
}

/** The line with a plain word for each quotation. Without a regular expression, which would scan every open quote to the end. */
function unquoted(line: string): string {
  let plain = '';
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '\\' && quote !== "'") at++;
    else if (quote === '') {
      if (char === '"' || char === "'") quote = char;
      plain += quote === '' ? char : '_';
    } else if (char === quote) quote = '';
  }
  return plain;
}

/** The directory that a command line goes to first, as written; null if it goes nowhere, or if that is unknowable. */
export function directoryEntered(command: string): string | null {
  return directoryOf(commandWords(command.includes('<<') ? withoutHeredocs(command) : command));
}

/** The directory of a leading `cd`. A target relative to an unknown directory gives null. */
function directoryOf(commands: readonly (readonly string[])[]): string | null {
  const [name, target] = commands[0] ?? [];
  if ((name !== 'cd' && name !== 'pushd') || target === undefined) return null;
  // Hosts report the directory before or after the line: a way up that ends in no name leads to two places.
  return /^-|[$~*?]|(?:^|\/)\.\.\/?$/.test(target) ? null : target;
}
