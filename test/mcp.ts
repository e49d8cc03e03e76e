import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, beforeEach } from 'vitest';
import { serverWorld } from '../src/program/server-world.ts';
import { PATIENT } from '../src/surfaces/cli/demo/story.ts';
import { openDesk, type ServerWorld } from '../src/surfaces/mcp/desk.ts';
import { buildServer } from '../src/surfaces/mcp/server.ts';
import { ancestry, processOrigin, processRef } from '../src/system/base/processes.ts';
import { ownersSeenFrom } from '../src/system/presence/owners.ts';
import { CORTEX } from './program.ts';
import { usePlace } from './use-scratch.ts';

/** The revisions that hosts speak, and the one to come. */
export const ERAS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export interface ConnectOptions {
  readonly era?: Era;
  readonly name?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The server is a process of the built program, a child of this one. */
  readonly isProcess?: boolean;
  /** This process is started by a program that this process started. */
  readonly through?: true;
  /** What the user answers when the server asks; a client without it cannot ask. */
  readonly answers?: (question: string) => boolean | null;
  /** The folders that the client declares; one without them declares none. */
  readonly roots?: readonly string[];
}

/** Stands for the process of a server that runs here: it lives until its input ends, and costs next to nothing. */
const IDLE = 'cat';

const THROUGH = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`;

/** An answer of a tool, as a host gets it. */
export interface Answered {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
}

export interface Connected {
  readonly client: Client;
  /** Of the server. */
  readonly pid: number;
  call(tool: string, input?: Record<string, unknown>): Promise<Answered>;
  /** As a host does: it closes the server's input and waits for it to leave. */
  close(): Promise<void>;
}

export function clientFor(era: Era, name: string, { answers, roots }: ConnectOptions = {}): Client {
  const info = { name, version: '1.0.0' };
  const capabilities = {
    ...(answers && { elicitation: { form: {} } }),
    ...(roots && { roots: {} }),
  };
  const abilities = { capabilities };
  const client =
    era === '2026-07-28'
      ? new Client(info, { ...abilities, versionNegotiation: { mode: { pin: era } } })
      : new Client(info, { ...abilities, supportedProtocolVersions: [era] });
  if (answers)
    client.setRequestHandler('elicitation/create', (request) => {
      const allow = answers(request.params.message);
      return allow === null ? { action: 'decline' } : { action: 'accept', content: { allow } };
    });
  if (roots)
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  return client;
}

export async function answered(
  client: Client,
  tool: string,
  input: Record<string, unknown> = {},
): Promise<Answered> {
  const result = await client.callTool({ name: tool, arguments: input });
  const [content] = result.content as { text: string }[];
  return {
    isError: result.isError === true,
    text: content?.text ?? '',
    data: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}

/**
 * A home and a repository of its own for each test, and MCP clients. The server runs inside the test's process, or with
 * `processes` in a process of the built program.
 */
export function mcpStage({ processes = false } = {}) {
  const here = usePlace();
  let open: Connected[] = [];
  const userHome = process.env['HOME'];
  beforeEach(() => {
    // A server inside this process asks the system for the home of the user.
    process.env['HOME'] = here.folder;
  });
  afterEach(async () => {
    for (const one of open) await one.close();
    open = [];
    if (userHome === undefined) delete process.env['HOME'];
    else process.env['HOME'] = userHome;
  });

  /** Without what the host of this very test run, or its user, may have set. */
  function environment(more: ConnectOptions['env'] = {}): Record<string, string> {
    const foreign = /^(?:CORTEX_|CLAUDE|COPILOT_|QWEN_|GEMINI_|NO_COLOR|FORCE_COLOR)/;
    const kept = Object.entries(process.env).filter(([key, value]) => !foreign.test(key) && value);
    return {
      ...(Object.fromEntries(kept) as Record<string, string>),
      CORTEX_HOME: here.home,
      HOME: here.folder,
      CORTEX_MAINTENANCE_AUTO: 'false',
      ...PATIENT,
      ...more,
    };
  }

  async function connect(options: ConnectOptions = {}): Promise<Connected> {
    const { era = '2025-11-25', name = 'test-client', isProcess = processes } = options;
    const client = clientFor(era, name, options);
    const { pid, leave } = isProcess
      ? await connectProcess(client, options)
      : await connectHere(client, options);
    // Answers are checked against their schemas from now on.
    await client.listTools();
    const connected: Connected = {
      client,
      pid,
      call: (tool, input) => answered(client, tool, input),
      close: async () => {
        await client.close();
        await leave();
      },
    };
    open.push(connected);
    return connected;
  }

  async function connectProcess(
    client: Client,
    { cwd = here.radio, env, through }: ConnectOptions,
  ) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...(through ? ['-e', THROUGH, '--'] : []), CORTEX, 'mcp'],
      env: environment(env),
      cwd,
    });
    await client.connect(transport);
    return { pid: transport.pid!, leave: async () => {} };
  }

  /** What surrounds a server that runs here. */
  const worldHere = ({ cwd = here.radio, env }: ConnectOptions = {}) =>
    serverHere(environment(env), cwd);

  const connectHere = (client: Client, options: ConnectOptions) =>
    serve(client, worldHere(options));

  return { here, environment, connect, worldHere };
}

interface ServerHere {
  readonly idle: ChildProcess;
  readonly around: ServerWorld;
}

/** A server that runs here: this process is its host, and has started an idle one that stands for it. */
export function serverHere(env: Record<string, string>, cwd: string): ServerHere {
  const idle = spawn(IDLE);
  return { idle, around: servedBy(idle, serverWorld(env, () => cwd).around) };
}

/** As `serveOverStdio` does it, over a transport that stays inside this process. */
export async function serve(client: Client, { idle, around }: ServerHere) {
  const desk = openDesk(around, { isParent: true, isKnown: true });
  const [near, transport] = InMemoryTransport.createLinkedPair();
  const onerror = (error: Error) => around.log('mcp', error);
  const handle = serveStdio(() => buildServer(around, desk), { transport, onerror });
  await client.connect(near);
  const leave = async () => {
    await desk
      .close('client gone')
      .catch((error: unknown) => around.log('session not ended', error));
    await handle.close();
    idle.kill();
  };
  return { pid: idle.pid!, leave };
}

/** A world in which this process, the host, has started the one that serves. */
function servedBy({ pid }: ChildProcess, around: ServerWorld): ServerWorld {
  const owners = ownersSeenFrom(process.pid, () => [
    processRef(process.pid)!,
    ...ancestry(process.pid),
  ]);
  return {
    ...around,
    process: { ...processRef(pid!)!, ...processOrigin(), chain: [] },
    serverHome: () => {
      const home = around.serverHome();
      const open = () => {
        const { deps, close } = home.open();
        return { deps: { ...deps, owners }, close };
      };
      return { ...home, open };
    },
  };
}
