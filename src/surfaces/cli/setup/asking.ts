import type { Host } from '../../../ports/base/host.ts';
import type { Cli } from '../base/context.ts';
import { type SetupTarget, targetsHere } from '../base/places.ts';
import { carryOutPlan } from './carry-out.ts';
import { type HostPlan, planChange, type SetupSituation } from './plan.ts';
import { recordOrNull, setupLock } from './record.ts';
import { type ChosenRuntime, chooseRuntime } from './runtime.ts';

/** The command that hosts start, and the events that it is for now: also those before tool calls where a room needs them. */
export async function runtimeFor(cli: Cli, asked: string | null): Promise<ChosenRuntime> {
  const asks = await Promise.all(
    cli.rooms.map((room) => room.asksBeforeTools?.(cli, cli.home()) ?? false),
  );
  return { ...chooseRuntime(cli, asked), instructs: asks.includes(true) };
}

/** The change for a host that is as setup left it, but for being asked before tool calls; else null. */
export function askingPlan(now: SetupSituation, host: Host): HostPlan | null {
  const runtime = { ...now.runtime, instructs: !now.runtime.instructs };
  return planChange({ ...now, runtime }, host) ? null : planChange(now, host);
}

/**
 * Connected hosts ask before tool calls while there are standing instructions, and only then. What is not as setup left it
 * stays as it is: `doctor` tells. Returns a sentence for each change.
 */
export async function keepAsking(cli: Cli): Promise<readonly string[]> {
  const home = cli.home();
  const record = recordOrNull(cli, home);
  if (!record || record.files.length === 0) return [];
  const runtime = await runtimeFor(cli, record.runtime);
  const isOnRecord = (host: Host, { scope }: SetupTarget) =>
    record.files.some(
      (file) => file.scope === scope && file.hosts.some((one) => one.host === host.name),
    );
  const changed = cli.machine.exclusively(setupLock(home), () =>
    targetsHere(cli, home).flatMap((target) =>
      cli.hosts.filter((host) => {
        const plan = isOnRecord(host, target)
          ? askingPlan({ cli, target, runtime, record }, host)
          : null;
        return plan && carryOutPlan({ ...cli, home }, plan).every(({ kind }) => kind !== 'problem');
      }),
    ),
  );
  return [...new Set(changed)].flatMap(({ title, install }) =>
    runtime.instructs
      ? [
          `${title} asks Cortex before tool calls now, from its next session on.`,
          ...install.afterwards.slice(0, 1),
        ]
      : [`${title} no longer asks Cortex before tool calls: there is no instruction left.`],
  );
}
