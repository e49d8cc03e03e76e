import { dirname } from 'node:path';
import * as z from 'zod/v4';
import { meantSessions } from '../../../engine/presence/target.ts';
import type { AgentToStart, Operation, OperationCall } from '../../../operations/base/operation.ts';
import { EVERYWHERE } from '../../../operations/base/reach.ts';
import type { View, ViewLine } from '../../../operations/base/view.ts';
import {
  type Argument,
  type Command,
  type CommandFlags,
  type CommandInput,
  type Flag,
  JSON_FLAG,
} from './command.ts';
import type { Cli, Home } from './context.ts';
import { Refusal, UsageError } from './errors.ts';
import type { Output } from './output.ts';
import { chooseTarget, SCOPE_FLAGS, SESSION_FLAG } from './scope.ts';
import { withStore } from './store.ts';
import { printTable } from './table.ts';

// A command checks one input: generating code for that takes longer than it saves.
z.config({ jitless: true });

/** The command of an operation: arguments, flags, help and JSON derive from its declaration. */
export function commandForOperation(
  operation: Operation,
  after?: (cli: Cli, isForProgram: boolean) => Promise<void>,
): Command {
  let read: CommandShape | null = null;
  const shape = () => (read ??= shapeOf(operation));
  return {
    name: operation.name.command ?? '',
    ...(operation.older && { older: operation.older }),
    summary: operation.summary,
    about: operation.about,
    examples: operation.examples,
    get args() {
      return shape().args;
    },
    get flags() {
      return shape().flags;
    },
    run: async (cli, input) => {
      const code = await runOperation(cli, operation, input);
      if (operation.effect !== 'reads') await after?.(cli, input.flags['json'] === true);
      return code;
    },
  };
}

export async function runOperation(
  cli: Cli,
  operation: Operation,
  typed: CommandInput,
): Promise<number> {
  const input = inputOf(operation, typed);
  const mayBegin =
    operation.effect === 'adds' && !operation.ofWhatIsThere && !operation.isAsking?.(input);
  let begun: AgentToStart | null = null;
  const work = async (deps: OperationCall['deps'], home: Home) => {
    try {
      const call = await buildCall(cli, deps, home, typed.flags);
      const refused = typed.flags['yes'] ? null : await askToConfirm(cli, operation, call, input);
      if (refused !== null) return refused;
      const result: unknown = await operation.run(call, input);
      begun = operation.begins?.(result) ?? null;
      if (begun) return 0;
      const view: View = { style: cli.out.style, by: 'person', now: deps.now() };
      if (typed.flags['json']) {
        cli.out.json(operation.rows?.(result) ?? operation.json(result));
        printLines(cli, operation.lines(result, view).filter(isRemark));
      } else printLines(cli, operation.lines(result, view));
      return operation.exit?.(result) ?? 0;
    } catch (error) {
      if (!typed.flags['json'] || !(error instanceof Refusal)) throw error;
      cli.out.json(error.data);
      return 1;
    }
  };
  const code = await withStore(cli, work, mayBegin);
  // The database is closed by then: an agent runs for hours.
  return begun ? cli.startAgent(cli, cli.home(), begun) : code;
}

/** The exit code where somebody says no, or nobody is there to ask; null where it goes on. */
async function askToConfirm(
  cli: Cli,
  operation: Operation,
  call: OperationCall,
  input: Record<string, unknown>,
): Promise<number | null> {
  const asked = await operation.confirm?.(call, input);
  if (!asked) return null;
  for (const line of asked.lines) cli.err.block(line);
  const answer = await cli.confirm(asked.question);
  if (answer) return null;
  cli.err.block(answer === null ? `${asked.declined} To go on, add --yes.` : asked.declined);
  return answer === null ? 2 : 1;
}

function isRemark(line: ViewLine): boolean {
  return typeof line === 'object' && 'remark' in line;
}

type Streams = { readonly out: Output; readonly err: Output };

function printLines(streams: Streams, lines: readonly ViewLine[]): void {
  for (const line of lines) print(streams, line);
}

function print(streams: Streams, line: ViewLine): void {
  const { out } = streams;
  if (typeof line === 'string') out.block(line);
  // Standard error is opened only when something is said on it.
  else if ('remark' in line) streams.err.block(line.remark);
  else if ('mark' in line) out.item(line.mark, line.text);
  else {
    const { columns, rows, indent } = line.table;
    printTable(out, columns, rows, indent);
  }
}

/** A person may ask about everything on the machine. */
export async function buildCall(
  cli: Cli,
  deps: OperationCall['deps'],
  home: Home,
  flags: CommandInput['flags'],
): Promise<OperationCall> {
  const {
    session,
    scope: name,
    project,
  } = flags as unknown as Readonly<Record<string, string | undefined>>;
  if (flags['all'] && (name ?? project) !== undefined)
    throw new UsageError('--all is every project; leave out --scope and --project.');
  const cwd = cli.cwd();
  const { scope, chosen, sessions } = await chooseTarget(deps, cwd, {
    session,
    scope: name,
    project,
  });
  return {
    deps,
    scope,
    isChosen: chosen,
    location: chosen ? { scope, branch: null, head: null } : deps.locate(cwd),
    sessions: async () => sessions,
    saidIn: async () =>
      session === undefined ? meantSessions(deps, deps.locate(cwd).scope) : (sessions ?? []),
    session: null,
    by: 'person',
    agent: 'person',
    cwd,
    places: home.places,
    hosts: cli.hosts.map(({ name }) => name),
    isForProgram: flags['json'] === true,
    reach: EVERYWHERE,
    readPinFile: home.readPinFile,
    files: {
      read: (path) => cli.machine.read(path)?.text ?? null,
      write: (path, text) => {
        cli.machine.makeFolders(dirname(path));
        cli.machine.write(path, text, 0o600);
      },
      remove: (path) => cli.machine.remove(path),
    },
    copies: () => home.copies(),
    hookTimes: () => home.hookTimes(),
  };
}

interface CommandShape {
  readonly args: readonly Argument[];
  readonly flags: CommandFlags;
}

/** A field of an input as JSON Schema has it. */
interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

function shapeOf({ input, words, fields, on, confirm }: Operation): CommandShape {
  const { properties, required } = schemaOf(input);
  const named = words.map((word) => String(word).replace(/…$/, ''));
  const args = words.map((word, i): Argument => {
    const name = named[i]!;
    const {
      value = name,
      help = properties[name]?.description ?? '',
      choices,
    } = fields[name] ?? {};
    const offered = choices ?? properties[name]?.enum;
    return {
      name: value,
      help,
      ...(!required.has(name) && { optional: true as const }),
      ...(offered && { choices: offered }),
      ...(String(word).endsWith('…') && { many: true as const }),
    };
  });
  const own = Object.keys(properties).filter(
    (name) => !named.includes(name) && fields[name]?.only !== 'tool',
  );
  const flags = Object.fromEntries(
    own.map((name) => [flagName(name, fields), flagOf(name, properties[name]!, fields[name])]),
  );
  const scope = on === 'nothing' ? {} : { ...(on === 'sessions' && SESSION_FLAG), ...SCOPE_FLAGS };
  return { args, flags: { ...flags, ...(confirm && YES_FLAG), ...scope, ...JSON_FLAG } };
}

const YES_FLAG = { yes: { short: 'y', help: 'Without asking.' } } as const;

interface InputSchema {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: ReadonlySet<string>;
}

/** An input is asked for twice: for the words that it takes, and for those that were typed. */
const schemas = new WeakMap<z.ZodObject, InputSchema>();

function schemaOf(input: z.ZodObject): InputSchema {
  const known = schemas.get(input);
  if (known) return known;
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  });
  const schema: InputSchema = {
    properties: properties as Readonly<Record<string, Property>>,
    required: new Set(required),
  };
  schemas.set(input, schema);
  return schema;
}

/** `session_id` is `--session-id`, unless the field has another name for people. */
function flagName(name: string, fields: Operation['fields']): string {
  return fields[name]?.flag ?? name.replaceAll('_', '-');
}

function flagOf(
  name: string,
  { type, enum: words, description = '' }: Property,
  field: Operation['fields'][string] = {},
): Flag {
  const { help = description, short, choices = words, value } = field;
  const said = { help, ...(short && { short }), ...(choices && { choices }) };
  if (type === 'boolean') return said;
  if (type === 'integer') return { ...said, value: value ?? 'n', count: true };
  return { ...said, value: value ?? name };
}

/** Typed words as the input of the operation, checked by its schema. */
function inputOf(operation: Operation, { args, flags }: CommandInput): Record<string, unknown> {
  const { properties } = schemaOf(operation.input);
  const typed = flags as Readonly<Record<string, unknown>>;
  const given: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = typed[flagName(name, operation.fields)];
    if (value === undefined || value === false) continue;
    if (type === 'array')
      given[name] = String(value)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    else given[name] = type === 'number' ? Number(value) : value;
  }
  operation.words.forEach((word, i) => {
    const name = String(word).replace(/…$/, '');
    const said = String(word).endsWith('…') ? args.slice(i) : args.slice(i, i + 1);
    if (said.length === 0) return;
    given[name] = properties[name]?.type === 'array' ? said : said.join(' ');
  });
  const checked = operation.input.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw wrong(operation, issue!, given);
}

/** A value as it was typed. NaN has lost the word that was typed in place of a number. */
function typed(value: unknown): string {
  return Number.isNaN(value) ? 'that' : String(value);
}

function wrong(
  operation: Operation,
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
): UsageError {
  const name = String(issue.path[0] ?? '');
  const isWord = operation.words.some((word) => String(word).replace(/…$/, '') === name);
  const label = isWord
    ? (operation.fields[name]?.value ?? name)
    : `--${flagName(name, operation.fields)}`;
  if (issue.code === 'invalid_value')
    return new UsageError(
      `cortex ${operation.name.command} has no ${name} ${String(given[name])}.`,
      `Allowed: ${issue.values.map(String).join(', ')}.`,
    );
  const { minimum, maximum, type } = schemaOf(operation.input).properties[name] ?? {};
  if (type === 'number' || type === 'integer')
    return new UsageError(
      `${label} takes a number from ${minimum} to ${maximum}, not ${typed(given[name])}.`,
    );
  return new UsageError(`${label}: ${issue.message}.`);
}
