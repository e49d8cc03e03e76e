import { EXEC } from '../../../domain/text/command-line.ts';
import type { Host } from '../../../host.ts';
import type { Cli, Home } from '../context.ts';
import { carryOut } from './carry-out.ts';
import { type Target, USER } from './places.ts';
import { type HostPlan, isChange, planSetup, type Step } from './plan.ts';
import { lockOf, type SetupRecord } from './record.ts';
import { type ChosenRuntime, chooseRuntime } from './runtime.ts';
import { recordOrNull } from './wiring.ts';

/** Whether a room has something to say before tool calls. */
async function hasInstructions(cli: Cli, home: Home): Promise<boolean> {
  const asks = await Promise.all(cli.rooms.map((room) => room.asksBeforeTools?.(cli, home) ?? false));
  return asks.includes(true);
}

/** The command that hosts start, and the events that it is for now. */
export async function runtimeFor(cli: Cli, asked: string | null): Promise<ChosenRuntime> {
  return { ...chooseRuntime(cli, asked), instructs: await hasInstructions(cli, cli.home()) };
}

/** The places that setup may have written to, as seen from this folder. */
export function targetsHere(cli: Cli, home: Home): readonly Target[] {
  const root = rootOf(cli, home);
  return root === null ? [USER] : [USER, { scope: 'project', root }];
}

function rootOf(cli: Cli, home: Home): string | null {
  try {
    return home.locate(cli.cwd()).scope.root;
  } catch {
    return null;
  }
}

/** The change for a host that is as setup left it, but for being asked before tool calls; else null. */
export function askingPlan(
  cli: Cli,
  host: Host,
  target: Target,
  runtime: ChosenRuntime,
  record: SetupRecord,
): HostPlan | null {
  const [now] = planSetup(cli, [host], target, runtime, record);
  if (!now?.steps.some(isChange)) return null;
  const [otherwise] = planSetup(cli, [host], target, { ...runtime, instructs: !runtime.instructs }, record);
  return otherwise?.steps.some(isChange) ? null : now;
}

/** Changes connected hosts where `planOf` has something for them; those that were changed. */
async function keepConnected(cli: Cli, planOf: typeof askingPlan): Promise<Asking> {
  const home = cli.home();
  const record = recordOrNull(cli, home);
  if (!record || record.files.length === 0) return { hosts: [], instructs: false };
  const runtime = await runtimeFor(cli, record.runtime);
  const isOnRecord = (host: Host, { scope }: Target) =>
    record.files.some((file) => file.scope === scope && file.hosts.some((one) => one.host === host.name));
  const changed = cli.machine.exclusively(lockOf(home), () =>
    targetsHere(cli, home).flatMap((target) =>
      cli.hosts.filter((host) => {
        const plan = isOnRecord(host, target) ? planOf(cli, host, target, runtime, record) : null;
        return plan && carryOut({ ...cli, home }, plan).every(({ kind }) => kind !== 'problem');
      }),
    ),
  );
  return { hosts: [...new Set(changed)], instructs: runtime.instructs === true };
}

export interface Asking {
  /** Those that are asked before tool calls from now on or, where there is no instruction left, no longer. */
  readonly hosts: readonly Host[];
  readonly instructs: boolean;
}

/**
 * Connected hosts ask before tool calls while there are standing instructions, and only then. What is not as setup left it
 * stays as it is: `doctor` tells.
 */
export function keepAsking(cli: Cli): Promise<Asking> {
  return keepConnected(cli, askingPlan);
}

/**
 * The change for a host that is as an older version left it, but for the beginning of our own lines; else null. A host that
 * trusts hooks by what they say is left to the person, who has to approve them anew.
 */
export function linesPlan(
  cli: Cli,
  host: Host,
  target: Target,
  runtime: ChosenRuntime,
  record: SetupRecord,
): HostPlan | null {
  if (host.install.approvals) return null;
  const plans = [true, false].map(
    (instructs) => planSetup(cli, [host], target, { ...runtime, instructs }, record)[0],
  );
  const isOfLines = (plan: HostPlan | undefined) => {
    const changes = plan?.steps.filter(isChange) ?? [];
    return changes.length > 0 && changes.every(isBeginningAlone);
  };
  return plans.find(isOfLines) ?? null;
}

function isBeginningAlone(step: Step): boolean {
  if (step.kind !== 'file') return false;
  if (!step.added) return step.after.replaceAll(EXEC, '') === step.before;
  return step.added.patches.every(({ removed, inserted }) => inserted.replace(EXEC, '') === removed);
}

/** Brings lines of an older version up to date, and changes nothing else in a file. */
export function keepLines(cli: Cli): Promise<Asking> {
  return keepConnected(cli, linesPlan);
}

/** As a sentence each, for the person whose command brought it about. */
export function askingInWords({ hosts, instructs }: Asking): readonly string[] {
  return hosts.flatMap(({ title, install }) =>
    instructs
      ? [
          `${title} asks Cortex before tool calls now, from its next session on.`,
          ...install.afterwards.slice(0, 1),
        ]
      : [`${title} no longer asks Cortex before tool calls: there is no instruction left.`],
  );
}
