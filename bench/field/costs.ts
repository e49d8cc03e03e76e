// What the hooks of a session cost, each peer in turn beside a bare start of Node.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { median } from '../cpu.ts';
import type { Fields } from '../events.ts';
import type { FieldHost } from './host.ts';
import { filesIn } from './stores.ts';
import { type Usage, use, usedBy } from './usage.ts';

export const MOMENTS = ['start', 'prompt', 'edit', 'stop', 'end'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Costs {
  /** Medians of ms of processor time over the hooks of a moment. */
  readonly cpu: Readonly<Record<Moment, number>>;
  /** Medians of the ratio to the bare start that was measured just before. */
  readonly times_bare: Readonly<Record<Moment, number>>;
  /** A session of the five moments, in bare starts. */
  readonly session: number;
  /** The most memory that a hook held, in MB. */
  readonly memory: number;
  /** The process that lives on: ms of processor time for a session, and MB. */
  readonly daemon: { readonly cpu: number; readonly memory: number } | null;
  /** What it keeps on disk, in MB. */
  readonly disk: number;
}

export interface CostRun {
  readonly date: string;
  /** Of the last minute, when it began and when it ended. */
  readonly load: readonly [number, number];
  readonly sessions: number;
  readonly runs: number;
  /** Median of a bare start of Node: ms of processor time and MB. */
  readonly bare: { readonly cpu: number; readonly memory: number };
  readonly peers: Readonly<Record<string, Costs>>;
}

/** The payloads of each moment; an edit has an event before it and one after. */
function payloads(
  repo: string,
  id: string,
  sessions: number,
): Readonly<Record<Moment, readonly Fields[]>> {
  const common = { session_id: id, cwd: repo, permission_mode: 'default' };
  const edit = {
    ...common,
    prompt_id: `${id}-1`,
    tool_name: 'Edit',
    tool_use_id: `toolu_${id.slice(0, 8)}`,
    tool_input: {
      file_path: join(repo, 'src/a.ts'),
      old_string: 'a',
      new_string: 'const x = 1;\n'.repeat(40),
    },
  };
  return {
    start: [{ ...common, hook_event_name: 'SessionStart', source: 'startup' }],
    prompt: [
      {
        ...common,
        hook_event_name: 'UserPromptSubmit',
        prompt_id: `${id}-1`,
        prompt: `Go on with the dates of module ${Math.max(0, sessions - 20)}`,
      },
    ],
    edit: [
      { ...edit, hook_event_name: 'PreToolUse' },
      {
        ...edit,
        hook_event_name: 'PostToolUse',
        tool_response: { filePath: join(repo, 'src/a.ts') },
      },
    ],
    stop: [
      {
        ...common,
        hook_event_name: 'Stop',
        prompt_id: `${id}-1`,
        stop_hook_active: false,
        last_assistant_message: 'The driver retries now; what is left is the cache of the parser.',
      },
    ],
    end: [{ ...common, hook_event_name: 'SessionEnd', reason: 'other' }],
  };
}

interface Options {
  readonly sessions: number;
  readonly runs: number;
  readonly scratch: string;
  say(line: string): void;
}

/** Rounds that are not counted: files come into memory, and compiled code is kept. */
const WARMING = 1;

export function measureCosts(
  hosts: readonly FieldHost[],
  { sessions, runs, scratch, say }: Options,
): CostRun {
  const bare: Usage[] = [];
  const loadBefore = loadavg()[0]!;
  const samples = new Map(
    hosts.map((host) => [host, [] as Record<Moment, Usage & { ratio: number }>[]]),
  );
  const daemons = new Map(hosts.map((host) => [host, [] as (number | null)[]]));
  for (let run = -WARMING; run < runs; run++) {
    const turn = (run + WARMING) % hosts.length;
    const order = [...hosts.slice(turn), ...hosts.slice(0, turn)];
    const ids = new Map(hosts.map((host) => [host, randomUUID()]));
    const here = new Map(
      hosts.map((host) => [host, {} as Record<Moment, Usage & { ratio: number }>]),
    );
    for (const host of hosts) daemons.get(host)!.push(daemonOf(host)?.cpu ?? null);
    for (const moment of MOMENTS)
      for (const host of order) {
        const zero = use(
          scratch,
          { program: process.execPath, args: ['-e', '0'], input: '' },
          {
            env: { PATH: process.env['PATH'] },
            cwd: scratch,
          },
        );
        if (run >= 0) bare.push(zero);
        const used = momentOf(
          host,
          payloads(host.at.repo, ids.get(host)!, sessions)[moment],
          scratch,
        );
        here.get(host)![moment] = { ...used, ratio: used.cpu / zero.cpu };
      }
    if (run >= 0) for (const host of hosts) samples.get(host)!.push(here.get(host)!);
    say(`${sessions} sessions: ${run < 0 ? 'warm' : `${run + 1} of ${runs}`}`);
  }
  return {
    date: new Date().toISOString().slice(0, 10),
    load: [loadBefore, loadavg()[0]!],
    sessions,
    runs,
    bare: {
      cpu: median(bare.map(({ cpu }) => cpu)),
      memory: median(bare.map(({ memory }) => memory)),
    },
    peers: Object.fromEntries(
      hosts.map((host) => {
        const measured = samples.get(host)!;
        const per = (of: (used: Usage & { ratio: number }) => number) =>
          Object.fromEntries(
            MOMENTS.map((moment) => [moment, median(measured.map((one) => of(one[moment])))]),
          ) as Record<Moment, number>;
        const daemon = daemonOf(host);
        const before = daemons.get(host)![WARMING];
        return [
          host.peer.name,
          {
            cpu: per(({ cpu }) => cpu),
            times_bare: per(({ ratio }) => ratio),
            session: median(
              measured.map((one) => MOMENTS.reduce((sum, moment) => sum + one[moment].ratio, 0)),
            ),
            memory: Math.max(
              ...measured.flatMap((one) => MOMENTS.map((moment) => one[moment].memory)),
            ),
            daemon:
              daemon === null
                ? null
                : { cpu: (daemon.cpu - (before ?? 0)) / runs, memory: daemon.memory },
            disk: diskOf(host),
          },
        ];
      }),
    ),
  };
}

function momentOf(host: FieldHost, events: readonly Fields[], scratch: string): Usage {
  let [cpu, memory] = [0, 0];
  for (const payload of events) {
    const real = host.written(payload);
    for (const command of host.peer.hooks(host.at, real)) {
      const input = command.input ?? JSON.stringify(real);
      const used = use(scratch, { ...command, input }, { env: host.env(), cwd: host.at.repo });
      cpu += used.cpu;
      memory = Math.max(memory, used.memory);
    }
  }
  return { cpu, memory, code: 0 };
}

function daemonOf(host: FieldHost) {
  const pid = host.peer.daemon?.(host.at) ?? null;
  return pid === null ? null : usedBy(pid);
}

function diskOf({ peer, at }: FieldHost): number {
  const bytes = filesIn(peer.stores(at)).map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return bytes.reduce((a, b) => a + b, 0) / 1024 / 1024;
}
