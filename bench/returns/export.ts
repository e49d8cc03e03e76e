// Sessions as SpecStory exports them to `.specstory/history`: a Markdown file each, in forms that differ by agent and version.

/** Something that the agent did in answer to a prompt. */
export type Step =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'edited'; readonly path: string }
  | {
      readonly kind: 'ran';
      readonly command: string;
      readonly output: string;
      readonly isFailed: boolean;
    }
  | { readonly kind: 'planned'; readonly todos: readonly Todo[] };

export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

export interface RecordedTurn {
  readonly prompt: string;
  readonly steps: readonly Step[];
}

export interface RecordedSession {
  /** The name of its file. */
  readonly file: string;
  readonly at: number;
  readonly turns: readonly RecordedTurn[];
}

interface Export extends RecordedSession {
  /** The agent's own id, where the export has one: a session may be exported more than once. */
  readonly id: string | null;
}

const SPEAKER = /^_\*\*(User|Agent|Assistant)\b[^*]*\*\*_[ \t]*$/m;
const SESSION_ID = /<!-- \w[\w ]*? Session ([0-9a-zA-Z-]{8,}) \(/;
const FILE_TIME = /^(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)(?:-(\d\d))?/;
const FENCE = '`{3}';
const DETAILS = String.raw`<details>(?:(?!^Tool use: |<details>)[\s\S])*?<\/details>`;
/** Thinking, tool calls and folded blocks. Older versions write a call up to the next ruler, still older ones only its lines. */
const BLOCK = new RegExp(
  [
    String.raw`<think>[\s\S]*?<\/think>`,
    String.raw`<tool-use data-tool-type="[^"]*" data-tool-name="(?<tool>[^"]*)">(?<escaped>[\s\S]*?)<\/tool-use>`,
    String.raw`^Tool use: \*\*(?<named>[\w-]+)\*\*(?<body>(?:\s*${DETAILS}|\s*${FENCE}[\s\S]*?^${FENCE}|\n(?!---$)[^\n]*)*)`,
    String.raw`^## Todo List\n\n(?<todos>(?:- \[.\] .*\n?)+)`,
    String.raw`^(?<run>${FENCE}bash\n[\s\S]*?^${FENCE}\n\n${FENCE}\n[\s\S]*?^${FENCE}$)`,
    '^Read file: .*$',
    String.raw`<details>\s*<summary>(?<summary>[^<]*)<\/summary>[\s\S]*?<\/details>`,
  ].join('|'),
  'gm',
);

const RULER = /^---$/m;
/** Calls that failed and empty messages stand between two rulers like words of the agent. */
const NOT_SAID = new RegExp(
  `^(?:${[
    'Cancelled',
    '<no message>',
    'The string to replace was not found in the file\\.',
    'The model provided an ambiguous search string to replace\\.',
    'Model (?:performed no edit|provided|supplied|failed to|tried to) ?.*',
    'Could not (?:find|access) (?:file|path) .*',
    'Cannot edit files blocked by .*',
    'Search failed: .*',
    'Illegal value for .*',
    'File seems to be binary .*',
    'Tool call errored or timed out',
    'Tool \\w+ not found\\.',
    'Error parsing todo list data',
    'spawn .* ENOENT',
  ].join('|')}|\\s+)+$`,
);
/** A question of the program between two messages, in the same line as these. */
const ASKED_BY_PROGRAM =
  /Copilot has been working on this problem for a while\. It can continue to iterate, or you can send a new message to refine your prompt\.[^\n]*?(?:Continue to iterate\?|$)/gm;

const EDITING = new Set([
  'search_replace',
  'write',
  'edit_file',
  'delete_file',
  'create_file',
  'apply_patch',
]);
const RUNNING = new Set(['run_terminal_cmd', 'run_in_terminal']);
const PLANNING = new Set(['todo_write', 'manage_todo_list']);

/** The sessions of a folder of exports, oldest first, each once. */
export function readExports(files: ReadonlyMap<string, string>): RecordedSession[] {
  const parsed = [...files].flatMap(([file, text]) => parseExport(file, text) ?? []);
  const spoken = parsed.filter(({ turns }) => turns.length > 0);
  const byName = keepLongest(spoken, ({ file }) => file);
  const sessions = keepLongest(byName, ({ id, file }) => id ?? file);
  return sessions.sort((a, b) => a.at - b.at || (a.file < b.file ? -1 : 1));
}

/** Of the exports with the same key the one with most in it. */
function keepLongest(exports: readonly Export[], keyOf: (one: Export) => string): Export[] {
  const kept = new Map<string, Export>();
  for (const one of exports) {
    const known = kept.get(keyOf(one));
    if (known === undefined || countSteps(one) > countSteps(known)) kept.set(keyOf(one), one);
  }
  return [...kept.values()];
}

/** A later version exported the same sessions again, with a Z behind the time in their names. */
export function plainName(file: string): string {
  return file.replace(/^([\d_-]+)Z-/, '$1-');
}

function countSteps({ turns }: RecordedSession): number {
  return turns.reduce((sum, { steps }) => sum + 1 + steps.length, 0);
}

export function parseExport(file: string, text: string): Export | null {
  const time = FILE_TIME.exec(file);
  if (time === null) return null;
  const [, day, hour, minute, second = '00'] = time;
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  const parts = text.replaceAll('\r\n', '\n').replaceAll('\0', '').split(SPEAKER);
  const head = parts[0]!;
  const turns: { prompt: string; steps: Step[] }[] = [];
  for (let i = 1; i < parts.length; i += 2) {
    const said = parts[i + 1]!;
    if (parts[i] === 'User') {
      const prompt = withoutRulers(said);
      if (prompt !== '') turns.push({ prompt, steps: [] });
    } else turns.at(-1)?.steps.push(...stepsIn(said));
  }
  return { file: plainName(file), at, turns, id: SESSION_ID.exec(head)?.[1] ?? null };
}

function stepsIn(said: string): Step[] {
  const steps: Step[] = [];
  const say = (text: string) => {
    for (const words of messagesIn(text)) steps.push({ kind: 'said', text: words });
  };
  let from = 0;
  for (const block of said.matchAll(BLOCK)) {
    say(said.slice(from, block.index));
    from = block.index + block[0].length;
    const step = stepOfBlock(block.groups!);
    if (step !== null) steps.push(step);
  }
  say(said.slice(from));
  return steps;
}

function stepOfBlock({
  tool,
  escaped,
  named,
  body,
  todos,
  run,
  summary,
}: Partial<Record<string, string>>): Step | null {
  if (tool !== undefined) return stepOfTool(tool, decodeEntities(escaped!));
  if (named !== undefined) return stepOfTool(named, body!);
  if (todos !== undefined) return stepOfPlan(todos);
  if (run !== undefined) return stepOfCommand(run);
  return stepOfSummary(summary ?? '');
}

/** The agent's messages in a text between two blocks: a call that failed is between two of them. */
function messagesIn(text: string): string[] {
  const messages: string[][] = [[]];
  for (const part of text.replace(ASKED_BY_PROGRAM, '').split(RULER)) {
    if (part.trim() !== '' && NOT_SAID.test(part.trim())) messages.push([]);
    else messages.at(-1)!.push(part);
  }
  return messages.map((parts) => withoutRulers(parts.join('\n'))).filter((words) => words !== '');
}

function stepOfSummary(summary: string): Step | null {
  const path = /^(?:Edit file|Apply patch for):? (.+)$/.exec(summary.trim())?.[1];
  return path === undefined ? null : { kind: 'edited', path: withoutCounts(path) };
}

function stepOfTool(tool: string, body: string): Step | null {
  if (EDITING.has(tool)) {
    const path =
      /(?:(?:Edit|Create|Write|Delete) file:|Apply patch for) (.+?)(?:<\/summary>|$)/m.exec(
        body,
      )?.[1];
    return path === undefined ? null : { kind: 'edited', path: withoutCounts(path) };
  }
  if (RUNNING.has(tool)) return stepOfCommand(body);
  return PLANNING.has(tool) ? stepOfPlan(body) : null;
}

function stepOfPlan(body: string): Step | null {
  const todos = [...body.matchAll(/^- \[(.)\] (.+)$/gm)].map(
    ([, mark, content]): Todo => ({ content: content!.trim(), status: statusOf(mark!) }),
  );
  return todos.length === 0 ? null : { kind: 'planned', todos };
}

function stepOfCommand(body: string): Step | null {
  const [command, output = ''] = [...body.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, text]) =>
    text!.trim(),
  );
  const named = /Run command: ([\s\S]*?)<\/summary>/.exec(body)?.[1]?.trim();
  const run = command ?? named;
  if (run === undefined || run === '') return null;
  const code = /\bexit(?:ed with)? code:? (\d+)/i.exec(output)?.[1] ?? '0';
  return { kind: 'ran', command: run, output, isFailed: code !== '0' };
}

function statusOf(mark: string): Todo['status'] {
  switch (mark.toLowerCase()) {
    case 'x':
      return 'completed';
    case ' ':
      return 'pending';
    default:
      return 'in_progress';
  }
}

/** Some versions put the number of changed lines behind a path. */
function withoutCounts(path: string): string {
  return path.split(' • ')[0]!.trim();
}

function withoutRulers(text: string): string {
  return text
    .replace(/^---$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name]!);
}

/** A path below the folder that the author worked in, whatever machine that was on. */
export function relativePath(path: string, folder: string): string {
  const slashed = path.replaceAll('\\', '/');
  const at = slashed.toLowerCase().indexOf(`/${folder.toLowerCase()}/`);
  if (at !== -1) return slashed.slice(at + folder.length + 2);
  return slashed.replace(/^[A-Za-z]:/, '').replace(/^(?:\.?\/)+/, '');
}
