/**
 * Starts Cortex for an agent: launchers, events handed over to a running server, their times. A launcher reads no more of an event than its name,
 * and it never fails its host.
 */

import type { LauncherName } from '../base/launcher-name.ts';
import { LEAST } from '../base/runtimes.ts';
import { shellWord } from '../base/text/command-line.ts';
import { END_EVENTS, NAME_FIELDS, PROMPT_EVENTS, TOOL_EVENTS } from './event-names.ts';
import { CUT_END, WHOLE_END } from './handed.ts';
import type { LauncherCommand } from './remembered.ts';

export const LAUNCHERS: readonly LauncherName[] = [
  'cortex-hook',
  'cortex-mcp',
  'cortex-statusline',
];

/** Files beside a launcher: the runtime that it found after the remembered one was gone, and a note if it found none. */
export const FOUND_FILE = 'found';
export const FAILED_FILE = 'failed';

/**
 * Flags of V8 for a process that ends before any compiler pays off (docs/decisions/0028). They take a fifth of a hook. The first one
 * takes a tenth of a bare start: a process that lives for milliseconds and reads one payload needs no hash seed of its own. The last
 * one is room for all that such a process makes: from the usual 1 MB it is copied three times, by threads that start for it.
 */
export const HOOK_FLAGS: readonly string[] = [
  '--no-rehash-snapshot',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--no-regexp-peephole-optimization',
  '--regexp-tier-up-ticks=20',
  '--min-semi-space-size=8',
];

export function fileOf(name: LauncherName, isWindows: boolean): string {
  return isWindows ? `${name}.cmd` : name;
}

/** Facts about hosts that a launcher needs. */
export interface HostFacts {
  /** Hosts that can inject at tool calls but not at prompts. */
  readonly listeners: readonly string[];
  /** By host: the answer to a prompt that announces a restore. */
  readonly owed: Readonly<Record<string, string>>;
}

export function launcherText(
  name: LauncherName,
  remembered: LauncherCommand,
  isWindows: boolean,
  facts: HostFacts,
): string {
  return isWindows ? batch(name, remembered) : shell(name, remembered, facts);
}

/** The `cortex` command of each launcher. */
const WORDS: Readonly<Record<LauncherName, string>> = {
  'cortex-hook': 'hook',
  'cortex-mcp': 'mcp',
  'cortex-statusline': 'statusline',
};

/** A server must report that it cannot start; the others stay silent. */
const isLoud = (name: LauncherName) => name === 'cortex-mcp';

/** A server lives long enough to be optimized. Without a limit its young generation grows to 200 MB in a day of events. */
const SERVER_FLAGS = ['--max-semi-space-size=2'];
const flagsOf = (name: LauncherName) => (name === 'cortex-mcp' ? SERVER_FLAGS : HOOK_FLAGS);

const PACKAGE = 'node_modules/cortex-sessions/dist/cortex.cjs';

/**
 * POSIX shell. The first test is all that an event usually costs; `exec` leaves no shell between host and hook. Paths with a
 * line break are not found by the search, and are not remembered by it.
 */
function shell(
  name: LauncherName,
  { runtime, script, run }: LauncherCommand,
  facts: HostFacts,
): string {
  return `#!/bin/sh
# Written by cortex setup, which remembers here what starts Cortex; cortex unsetup removes it.
runtime=${shellWord(runtime)}
script=${shellWord(script)}
run=${shellWord(run)}
here=\${0%/*} begun= stands=
export CORTEX_RUN="$run"
${flagsLine(flagsOf(name))}${name === 'cortex-hook' ? START_HOOK : startProgram(name)}${run === '' ? '' : doorOf(name, facts)}if [ -x "$runtime" ] && [ -f "$script" ]; then
  start_cortex "$@"
fi

${START_FOUND}${IS_RECENT}${LIST_PLACES}${SEARCH_PLACES}${noteMissing(name)}`;
}

/** The runtime or the script is gone: starts what an earlier search has found. */
const START_FOUND = `# One of them is gone: a new version of Node, a package that moved. Another is looked for, and remembered beside this file.
flags=
umask 077
if [ -f "$here/${FOUND_FILE}" ]; then
  { read -r other; read -r elsewhere; } < "$here/${FOUND_FILE}"
  if [ -x "$other" ] && [ -f "$elsewhere" ]; then
    runtime=$other script=$elsewhere
    start_cortex "$@"
  fi
fi

`;

/** Tests whether a runtime is recent enough, by the version that it prints. */
const IS_RECENT = `is_least() { # major minor patch, at least: major minor patch
  [ "$1" -ne "$4" ] && { [ "$1" -gt "$4" ]; return; }
  [ "$2" -ne "$5" ] && { [ "$2" -gt "$5" ]; return; }
  [ "$3" -ge "$6" ]
}
is_recent() {
  [ -f "$1" ] && [ -x "$1" ] || return 1
  said=$("$1" --version 2> /dev/null < /dev/null) || return 1
  case $said in
    v22.*) least='${LEAST.node22.join(' ')}' ;;
    v[0-9]*.[0-9]*.[0-9]*) least='${LEAST.node.join(' ')}' ;;
    [0-9]*.[0-9]*.[0-9]*) least='${LEAST.bun.join(' ')}' ;;
    *) return 1 ;;
  esac
  said=\${said#v} said=\${said%%-*} IFS=.
  set -- $said
  unset IFS
  is_least "$1" "$2" "$3" $least 2> /dev/null
}
`;

/** Lists the folders in which runtimes and packages are installed, into `places`. */
const LIST_PLACES = `newline='
'
places= versions=
IFS=:
for folder in $PATH; do [ "$folder" ] && places=$places\${folder%/bin}$newline; done
unset IFS
# The newest comes last by name, and is to be tried first.
for folder in "\${NVM_DIR:-$HOME/.nvm}"/versions/node/* "\${FNM_DIR:-$HOME/.local/share/fnm}"/node-versions/*/installation \\
  "$HOME/Library/Application Support/fnm/node-versions"/*/installation "$HOME"/.local/share/mise/installs/node/* \\
  "\${VOLTA_HOME:-$HOME/.volta}"/tools/image/node/*; do
  [ -d "$folder" ] && versions=$folder$newline$versions
done
places="$places$versions\${VOLTA_HOME:-$HOME/.volta}/tools/image/packages/cortex-sessions
$HOME/.npm-global
$HOME/.local
$HOME/.bun
$HOME/.bun/install/global
/opt/homebrew
/usr/local
/usr
"
`;

/** Looks in these folders for what is gone, and starts and remembers what it finds. */
const SEARCH_PLACES = `[ -x "$runtime" ] || runtime=
[ -f "$script" ] || script=
IFS=$newline
for place in $places; do
  [ "$script" ] && break
  for inside in "$place/lib/${PACKAGE}" "$place/${PACKAGE}"; do [ -f "$inside" ] && script=$inside && break; done
done
for place in $places; do
  [ "$runtime" ] && break
  for inside in "$place/bin/node" "$place/node" "$place/bin/bun"; do is_recent "$inside" && runtime=$inside && break; done
done
unset IFS
if [ "$runtime" ] && [ "$script" ]; then
  printf '%s\\n%s\\n' "$runtime" "$script" > "$here/${FOUND_FILE}.$$" &&
    command -p mv -f "$here/${FOUND_FILE}.$$" "$here/${FOUND_FILE}"
  start_cortex "$@"
fi
`;

/** Nothing was found: notes it beside the launcher, and lets the host go on. */
const noteMissing = (name: LauncherName) => `missing='Node or Bun'
[ "$script" ] || missing=Cortex
${!isLoud(name) ? '' : `printf 'cortex: %s was not found; run cortex setup again.\\n' "$missing" >&2\n`}# Asked for help, it was only to look: no event was missed.
[ "$1" = --help ] ||
  printf '%s %s\\n' "$(command -p date -u +%Y-%m-%dT%H:%M:%SZ)" "$missing" > "$here/${FAILED_FILE}"
exit ${isLoud(name) ? 1 : 0}
`;

/** A program that reads nothing before it is started. */
const startProgram = (
  name: LauncherName,
) => `start_cortex() { exec "$runtime" $flags "$script" ${WORDS[name]} "$@"; }
`;

/**
 * Starts a process for the event: with the launcher's own input, which nobody has read; with its beginning, which was read,
 * before the rest; or with the file in which the event stands, behind its header. Node names an event of a file as the
 * server would have, so that it counts once.
 */
const START_HOOK = `start_cortex() {
  if [ "$stands" ]; then
    {
      for line in '' '' "$@"; do read -r line; done
      command -p rm -f "$stands"
      CORTEX_HANDED="$stands" "$runtime" $flags "$script" ${WORDS['cortex-hook']} "$@"
    } 2> /dev/null < "$stands"
  elif [ "$begun" ]; then
    { printf '%s' "$begun"; command cat; } | "$runtime" $flags "$script" ${WORDS['cortex-hook']} "$@"
  else
    exec "$runtime" $flags "$script" ${WORDS['cortex-hook']} "$@"
  fi
  exit 0
}
`;

/** Variables that affect the handling of an event: a hook hands over only to a server with the same values. */
const WORLD = '$CORTEX_HOME|$CORTEX_NOW|$CORTEX_ENABLED|$CORTEX_SESSION_PERSISTENCE_ENABLED';

/** Reads when a process began, where the system says so, into `born`; fails for one that is stopped or dead. */
const BORN = `born_of() {
  born=
  [ -r /proc/self/stat ] || return 0
  { read -r stat < "/proc/$1/stat"; } 2> /dev/null || return 1
  # The name of the program ends with the last parenthesis.
  set -- \${stat##*) }
  case $1 in [TtZX]) return 1 ;; esac
  born=\${20}
}
`;

/**
 * Makes the folder that hooks look for, named by the agent, the server and the birth of the server. The shell makes it
 * because a hook may come before Node has started. The shell's process id becomes the server's.
 */
const SIGN = `umask 077
${BORN}if command -p mkdir -p "$run" && [ -O "$run" ] && born_of $$ && door=$run/$PPID-$$-$born &&
  command -p mkdir "$door" "$door/in" "$door/out"; then
  printf '%s\\n' "${WORLD}" > "$door/sign" && export CORTEX_DOOR="$door"
fi 2> /dev/null
`;

/** Seconds that a prompt waits for its answer, and an event for its beginning. */
const PATIENCE = 1;

/** The status of a `cat` that the server ended by SIGTERM, because the host did not close the pipe. */
const ENDED_BY_SERVER = 128 + 15;

/** Characters of an event in which its name is looked for, if the registered line does not say it. */
const BEGINNING = 2_000;

function escapedForPrintf(blanks: string): string {
  return blanks.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Functions that read the name and the session of an event near its beginning, and the process of a server. */
const READ_EVENT = `${BORN}has_timeout() { command -v timeout > /dev/null 2>&1; }
is_there() { kill -0 "$server" 2> /dev/null && born_of "$server" && [ "$born" = "$since" ]; }
# A line of an older version does not name its event: hosts do, near the beginning.
read_beginning() {
  [ "$begun" ] || begun=$(if has_timeout; then timeout ${PATIENCE} dd bs=${BEGINNING} count=1; else dd bs=${BEGINNING} count=1; fi)
} 2> /dev/null
find_kind() {
  read_beginning
  case $begun in
${NAME_FIELDS.map((field) => `    *'"${field}"'*) kind=\${begun#*'"${field}"'} ;;`).join('\n')}
    *) return ;;
  esac
  kind=\${kind#*'"'}
  kind=\${kind%%'"'*}
}
# A server that went with its agent has ended the session: the host tells it once more.
was_ended() {
  [ "$kind" = SessionEnd ] || return
  read_beginning
  while read -r id; do case $begun in *'"'"$id"'"'*) return 0 ;; esac; done < "$door/left"
  return 1
}
`;

/** Writes the event into its file in the folder of the server. */
const WRITE_EVENT = `# Blanks behind the event say that all of it is there, or that the server ended a wait for more.
hand_over() { # never over an event of an earlier process of this number
  file=$door/in/$$ made= taken=
  set -C
  {
    {
      made=1
      printf '%s\\n' "$#" "$@" "$CLAUDE_PLUGIN_ROOT" && stands=$file && printf '%s' "$begun" && {
        command -p cat
        case $? in
          0) printf '${escapedForPrintf(WHOLE_END)}' ;;
          ${ENDED_BY_SERVER}) printf '${escapedForPrintf(CUT_END)}' ;;
          *) false ;;
        esac
      } && taken=1
    } > "$file"
  } 2> /dev/null
  set +C
  [ "$taken" ] && return
  # Nobody has read the event where not even the header was written.
  [ "$stands" ] || [ -z "$made" ] || command -p rm -f "$file"
  return 1
}
`;

/**
 * Hands an event over to the MCP server of the same agent, if there is one: its folder is named by the process id of the agent,
 * which is the parent (the host's line begins with exec). `cat` writes the event straight into its file: a shell is
 * slow with long texts. What cannot be written goes to a process of its own. Dash exits with 2 if a redirection of some
 * commands fails, and 2 blocks hosts: so each redirection is in braces, and a command follows it.
 */
const handOver = (
  listeners: readonly string[],
  owed: string,
) => `${READ_EVENT}${WRITE_EVENT}case $2 in
  '' | -*) kind= ;;
  *) kind=$2 ;;
esac
# A plugin sends all its events to the one process that it starts.
[ "$1" = --help ] || [ "$4" = --stream ] || for door in "$run/$PPID"-*-*; do
  [ -O "$door/left" ] || [ -O "$door/in" ] || continue
  [ "$kind" ] || find_kind
  if [ -O "$door/left" ]; then
    { was_ended; } 2> /dev/null && exit 0
    continue
  fi
  server=\${door##*/}
  server=\${server#*-}
  since=\${server#*-}
  server=\${server%%-*}
  { read -r world; } 2> /dev/null < "$door/sign" || continue
  [ "$world" = "${WORLD}" ] && is_there || continue
  umask 077
  waits=1
  case $kind in
    ${END_EVENTS.join(' | ')}) waits= ;;
    ${TOOL_EVENTS.join(' | ')}) case $1 in ${listeners.join(' | ') || "''"}) ;; *) waits= ;; esac ;;
    SessionStart) [ -e "$door/ready" ] || break ;;
  esac
  [ "$waits" ] || { hand_over "$@" && exit 0; break; }
  has_timeout && command -p mkfifo "$door/out/$$" 2> /dev/null || break
  if hand_over "$@"; then
    closed=
    answer=$(timeout ${PATIENCE} cat "$door/out/$$" 2> /dev/null) && closed=1
    case $answer in *.) printf '%s' "\${answer%.}" || :; exit 0 ;; esac
    # Without that end only a server closes it that dies, and one that dies may still be there for a moment.
    # One that has no time has the event: it stores it when it goes on, and tells later what it owes.
    if [ -z "$closed" ] && is_there; then
      case $kind in
        ${PROMPT_EVENTS.join(' | ')})
          [ -e "$door/told" ] || case $1 in
${owed}
          esac ;;
      esac
      exit 0
    fi
  fi
  command -p rm -f "$door/out/$$" 2> /dev/null || :
  break
done
`;

function doorOf(name: LauncherName, { listeners, owed }: HostFacts): string {
  if (name === 'cortex-mcp') return SIGN;
  if (name !== 'cortex-hook') return '';
  const hosts = Map.groupBy(Object.entries(owed), ([, text]) => text);
  const cases = [...hosts].map(
    ([text, all]) =>
      `            ${all.map(([host]) => host).join(' | ')}) printf '%s' ${shellWord(text)} || : ;;`,
  );
  return handOver(listeners, cases.join('\n'));
}

/** A runtime refuses to start with an unknown flag. Setup tries the flags and gives the launcher the date of the tested runtime. */
const flagsLine = (flags: readonly string[]) => `flags=
[ "$runtime" -nt "$0" ] || [ "$runtime" -ot "$0" ] || flags='${flags.join(' ')}'
`;

/** On Windows another Node is found only on the PATH. */
function batch(name: LauncherName, { runtime, script }: LauncherCommand): string {
  const doubled = (text: string) => text.replaceAll('%', '%%');
  const leave = `exit /b ${isLoud(name) ? '%errorlevel%' : 0}`;
  const lines = [
    '@echo off',
    'rem Written by cortex setup, which remembers here what starts Cortex; cortex unsetup removes it.',
    'setlocal',
    `set "runtime=${doubled(runtime)}"`,
    `set "script=${doubled(script)}"`,
    `if not exist "%script%" set "script=%APPDATA%\\npm\\${PACKAGE.replaceAll('/', '\\')}"`,
    'if not exist "%runtime%" for %%n in (node.exe bun.exe) do if not exist "%runtime%" set "runtime=%%~$PATH:n"',
    'if exist "%runtime%" if exist "%script%" goto start',
    `if not "%~1"=="--help" echo %date% %time% Node, Bun or Cortex> "%~dp0${FAILED_FILE}"`,
    `exit /b ${isLoud(name) ? 1 : 0}`,
    ':start',
    `"%runtime%" "%script%" ${WORDS[name]} %*`,
    leave,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}
