import type { Damage } from '../../../domain/damage.ts';
import { type Verification, verifyMetrics } from '../../../engine/verify.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, type Home, withStore } from '../context.ts';
import { count } from '../times.ts';

export const verify = command({
  name: 'verify',
  summary: 'Verify that the metrics are what was recorded.',
  about:
    'Each record carries a keyed hash of itself and of the one before it. The last one is remembered outside the ' +
    'database, in metrics.anchor and in the mirrors of sessions, so that records which were edited, deleted, reordered, ' +
    'added, cut off or rolled back are found. Names the first bad record; exit code 1 on damage. It proves nothing ' +
    'against somebody who has the key, the database, the anchor and all mirrors.',
  args: [],
  flags: { ...JSON_FLAG },
  examples: [{ line: 'cortex verify', says: 'in a script' }],
  run: (cli, { flags }) =>
    withStore(cli, async (deps, home) => {
      const result = await verifyMetrics(deps);
      if (flags.json) cli.out.json(asJson(result));
      else print(cli, home, result);
      return result.damage ? 1 : 0;
    }),
});

function print({ out }: Cli, home: Home, result: Verification): void {
  const { damage, records } = result;
  if (damage) {
    const where = damage.seq === null ? '' : ` at record ${damage.seq}`;
    out.block(`${out.style.red(`Damaged${where}: ${damage.kind}.`)} ${sentence(damage.detail)}`);
    const good = result.head?.seq ?? 0;
    if (good > 0)
      out.block(`${good === 1 ? 'Record 1 is' : `Records 1 to ${good} are`} as they were written.`);
    out.block(out.style.dim(advice(damage, home)));
    return;
  }
  if (records === 0) {
    out.block('No metrics are on record yet.');
    return;
  }
  const witnesses = `${count(result.anchors, 'anchored head')} and ${count(result.mirrors, 'mirror')}`;
  out.block(
    `${out.style.green('Sound:')} ${count(records, 'record')} verified in ${milliseconds(result)} ms; ` +
      `${witnesses} agree.`,
  );
}

function advice({ kind }: Damage, { folder }: Home): string {
  switch (kind) {
    case 'key missing':
    case 'key replaced':
      return `Put metrics.key back from a backup of ${folder}; it was made once and is never made again.`;
    case 'anchor missing':
      return `Put metrics.anchor back from a backup of ${folder}.`;
    case 'rolled back':
    case 'cut off':
      return 'A backup that was restored, or a write-ahead log that was lost, looks like this as well.';
    default:
      return 'Cortex only ever appends records: something else has written to the database.';
  }
}

function asJson({ damage, records, head, anchors, mirrors, ...rest }: Verification) {
  return { ok: damage === null, records, head, anchors, mirrors, took_ms: milliseconds(rest), damage };
}

function milliseconds({ tookMs }: Pick<Verification, 'tookMs'>): number {
  return Math.round(tookMs);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
