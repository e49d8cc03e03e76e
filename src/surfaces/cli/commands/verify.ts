import type { Damage } from '../../../domain/damage.ts';
import { redactText } from '../../../domain/redact/redact.ts';
import { oneLine } from '../../../domain/safe-text.ts';
import {
  acceptDamage,
  type FilesVerified,
  type Verification,
  verifyFiles,
  verifyMetrics,
} from '../../../engine/verify.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, type Home, withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { Output } from '../output.ts';
import { count, when } from '../times.ts';

const LONGEST_REASON = 300;

export const verify = command({
  name: 'verify',
  summary: 'Verify that metrics, mirrors and archives are what was recorded.',
  about:
    'Each metric carries a keyed hash of itself and of the one before it. The last one is remembered outside the ' +
    'database, in metrics.anchor and in the mirrors of sessions, so that records which were edited, deleted, reordered, ' +
    'added, cut off or rolled back are found. Names the first bad record; exit code 1 on damage. Mirrors carry a keyed ' +
    'hash of their own, and the database knows that of every archive. After a restore that was meant, --accept seals the gap ' +
    'as a record with its reason: it is named at every later run and is no damage any more. It proves nothing against ' +
    'somebody who has the key, the database, the anchor and all mirrors.',
  args: [],
  flags: {
    accept: { value: 'reason', help: 'Seal what is missing or damaged now as known, and say why.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex verify', says: 'in a script' },
    {
      line: 'cortex verify --accept "restored the backup of Monday"',
      says: 'after a restore that was meant',
    },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps, home) => {
      if (flags.accept !== undefined) {
        const reason = redactText(oneLine(flags.accept, LONGEST_REASON)).trim();
        if (!reason) throw new UsageError('--accept needs a reason.');
        const sealed = await acceptDamage(deps, reason);
        if (!flags.json)
          cli.out.block(sealed ? `Sealed as known: ${sealed.kind}.` : 'The metrics have no damage to seal.');
      }
      const metrics = await verifyMetrics(deps);
      const files = await verifyFiles(deps);
      const isSound = metrics.damage === null && badFiles(files) === 0;
      if (flags.json) cli.out.json(asJson(metrics, files, isSound));
      else {
        print(cli, home, metrics);
        printFiles(cli.out, home, files);
      }
      return isSound ? 0 : 1;
    }),
});

function badFiles(files: FilesVerified): number {
  return files.edited_mirrors.length + files.edited_archives.length + files.missing_archives.length;
}

function print({ out }: Cli, home: Home, result: Verification): void {
  const { damage, records } = result;
  for (const { seq, at, reason, damage: what } of result.accepted)
    out.block(
      `${out.style.yellow(`Accepted ${when(at)}:`)} ${what} before record ${seq}, because: ${reason}`,
    );
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
  // Of mirrors only the heads: whether the rest of them is as it was written is said below.
  const witnesses = `${count(result.anchors, 'anchored head')} and the heads in ${count(result.mirrors, 'mirror')}`;
  out.block(
    `${out.style.green('Sound:')} ${count(records, 'record')} verified in ${milliseconds(result)} ms; ` +
      `${witnesses} agree.`,
  );
}

function printFiles(out: Output, home: Home, files: FilesVerified): void {
  const { dim, green, red } = out.style;
  const bad = (what: string, names: readonly string[]) => {
    for (const name of names) out.block(`${red(`${what}:`)} ${home.mirrors}/${name}`);
  };
  bad('Edited mirror', files.edited_mirrors);
  bad('Edited archive', files.edited_archives);
  bad('Missing archive', files.missing_archives);
  if (files.edited_archives.length + files.missing_archives.length > 0)
    out.block(dim('Put the files back, or import the sessions from an export: cortex import <file>'));
  if (files.edited_mirrors.length > 0)
    out.block(dim('The database is right: remove the mirror, or put it back from a backup.'));
  if (badFiles(files) === 0 && files.mirrors + files.archives > 0)
    out.block(
      `${green('Sound:')} ${count(files.mirrors, 'mirror')} and ${count(files.archives, 'archive')} are as they were written.`,
    );
  if (files.unsealed > 0)
    out.block(dim(`${count(files.unsealed, 'mirror')} of an older version: nobody can tell.`));
}

function advice({ kind }: Damage, { folder }: Home): string {
  switch (kind) {
    case 'key missing':
    case 'key replaced':
      return `Put metrics.key back from a backup of ${folder}; it was made once and is never made again.`;
    case 'anchor missing':
    case 'anchor emptied':
      return `Put metrics.anchor back from a backup of ${folder}. If it is meant to be so: cortex verify --accept "why".`;
    case 'rolled back':
    case 'cut off':
      return (
        'A backup that was restored, or a write-ahead log that was lost, looks like this as well. If it is meant to be so: ' +
        'cortex verify --accept "why".'
      );
    default:
      return 'Cortex only ever appends records: something else has written to the database.';
  }
}

function asJson(
  { damage, records, head, anchors, mirrors, accepted, ...rest }: Verification,
  files: FilesVerified,
  ok: boolean,
) {
  const took_ms = milliseconds(rest);
  return { ok, records, head, anchors, mirrors, took_ms, damage, accepted, files };
}

function milliseconds({ tookMs }: Pick<Verification, 'tookMs'>): number {
  return Math.round(tookMs);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
