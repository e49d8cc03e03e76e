import * as z from 'zod/v4';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import type { Damage } from '../../domain/metrics/damage.ts';
import { redactText } from '../../domain/redact/redact.ts';
import {
  acceptDamage,
  type FilesVerified,
  type Verification,
  verifyFiles,
  verifyMetrics,
} from '../../engine/metrics/verify.ts';
import { UsageError } from '../base/errors.ts';
import { declareOperation } from '../base/operation.ts';
import type { Style, ViewLine } from '../base/view.ts';
import { count, localTime } from '../base/words.ts';

const LONGEST_REASON = 300;

export const verifyOperation = declareOperation({
  name: { command: 'verify', tool: null },
  summary: 'Check that metrics, mirrors and archives were not changed.',
  about: [
    'Finds records that somebody edited, deleted, reordered, added, cut off or rolled back. ' +
      'Each metric carries a keyed hash of itself and of the one before it, and the last one ' +
      'is remembered outside the database. Mirrors carry a keyed hash of their own, and the ' +
      'database knows that of every archive.',
    'Exits with 1 on damage, and while nobody has accepted what a repair could not read. ' +
      '--accept records the gap with your reason; it is no damage any more. This proves ' +
      'nothing against somebody who has the key, the database, the anchor and all mirrors.',
  ].join('\n\n'),
  effect: 'changes',
  on: 'nothing',
  input: z.strictObject({ accept: z.string().max(4000).optional() }),
  words: [],
  fields: {
    accept: { value: 'reason', help: 'Accept what is missing or damaged now, and say why.' },
  },
  examples: [
    { line: 'cortex verify', says: 'in a script' },
    {
      line: 'cortex verify --accept "restored the backup of Monday"',
      says: 'after a restore that was meant',
    },
  ],
  run: async ({ deps, places }, { accept }) => {
    const sealing = accept === undefined ? [] : [await sealed(deps, accept)];
    const metrics = await verifyMetrics(deps);
    const files = await verifyFiles(deps);
    const unread = deps.evidence.unread();
    const isSound = metrics.damage === null && badFiles(files) === 0 && unread.length === 0;
    return { sealing, metrics, files, unread, places, isSound };
  },
  lines: ({ sealing, metrics, files, unread, places }, { style }) => [
    ...sealing,
    ...unread.map((line) => `${style.red('Not read by a repair:')} ${line}.`),
    ...(unread.length > 0 ? [style.dim(ACCEPT_UNREAD)] : []),
    ...metricLines(metrics, places.home, style),
    ...fileLines(files, places.mirrors, style),
  ],
  json: ({
    metrics: { damage, records, head, anchors, mirrors, accepted, tookMs },
    files,
    unread,
    isSound,
  }) => ({
    ok: isSound,
    records,
    head,
    anchors,
    mirrors,
    took_ms: Math.round(tookMs),
    damage,
    accepted,
    files,
    unread,
  }),
  exit: ({ isSound }) => (isSound ? 0 : 1),
});

export const ACCEPT_UNREAD =
  'The rest was restored from copies: cortex repair --report. To accept the loss: cortex verify --accept "why".';

async function sealed(deps: Parameters<typeof acceptDamage>[0], said: string): Promise<string> {
  const reason = redactText(oneLine(said, LONGEST_REASON)).trim();
  if (!reason) throw new UsageError('--accept needs a reason.');
  const done = await acceptDamage(deps, reason, deps.evidence.unread());
  deps.evidence.acceptUnread();
  return done
    ? `Accepted on record: ${done.kind}.`
    : 'Nothing is missing or damaged: there is nothing to accept.';
}

function badFiles(files: FilesVerified): number {
  return files.edited_mirrors.length + files.edited_archives.length + files.missing_archives.length;
}

function metricLines(result: Verification, home: string, style: Style): readonly ViewLine[] {
  const { green } = style;
  const accepted = result.accepted.map(
    ({ seq, at, reason, damage: what }) =>
      `${style.yellow(`Accepted ${localTime(at)}:`)} ${what} before record ${seq}, because: ${reason}`,
  );
  if (result.damage)
    return [...accepted, ...damageLines(result.damage, result.head?.seq ?? 0, home, style)];
  if (result.records === 0) return [...accepted, 'No metrics are on record yet.'];
  const verified = `${count(result.records, 'record')} verified in ${Math.round(result.tookMs)} ms`;
  // Only the heads of mirrors count here; the line below reports on the rest.
  const witnesses = `${count(result.anchors, 'anchored head')} and the heads in ${count(result.mirrors, 'mirror')}`;
  return [...accepted, `${green('Sound:')} ${verified}; ${witnesses} agree.`];
}

function damageLines(
  damage: Damage,
  good: number,
  home: string,
  { red, dim }: Style,
): readonly ViewLine[] {
  const where = damage.seq === null ? '' : ` at record ${damage.seq}`;
  const whole = good === 1 ? 'Record 1 is' : `Records 1 to ${good} are`;
  return [
    `${red(`Damaged${where}: ${damage.kind}.`)} ${sentence(damage.detail)}`,
    ...(good > 0 ? [`${whole} as they were written.`] : []),
    dim(advice(damage, home)),
  ];
}

function fileLines(
  files: FilesVerified,
  folder: string,
  { dim, green, red }: Style,
): readonly ViewLine[] {
  const bad = (what: string, names: readonly string[]) =>
    names.map((name) => `${red(`${what}:`)} ${folder}/${name}`);
  const lostArchives = files.edited_archives.length + files.missing_archives.length > 0;
  const both = `${count(files.mirrors, 'mirror')} and ${count(files.archives, 'archive')}`;
  return [
    ...bad('Edited mirror', files.edited_mirrors),
    ...bad('Edited archive', files.edited_archives),
    ...bad('Missing archive', files.missing_archives),
    ...(lostArchives
      ? [dim('Put the files back, or import the sessions from an export: cortex import <file>')]
      : []),
    ...(files.edited_mirrors.length > 0
      ? [dim('The database is right: remove the mirror, or put it back from a backup.')]
      : []),
    ...(badFiles(files) === 0 && files.mirrors + files.archives > 0
      ? [`${green('Sound:')} ${both} are as they were written.`]
      : []),
    ...(files.unsealed > 0
      ? [dim(`${count(files.unsealed, 'mirror')} of an older version, which cannot be checked.`)]
      : []),
  ];
}

function advice({ kind }: Damage, folder: string): string {
  switch (kind) {
    case 'key missing':
    case 'key replaced':
      return `Put metrics.key back from a backup of ${folder}; it was made once and is never made again.`;
    case 'anchor missing':
    case 'anchor emptied':
      return `Put metrics.anchor back from a backup of ${folder}. If this is intended: cortex verify --accept "why".`;
    case 'rolled back':
    case 'cut off':
      return (
        'A backup that was restored, or a write-ahead log that was lost, looks like this as well. If this is intended: ' +
        'cortex verify --accept "why".'
      );
    default:
      return 'Cortex only ever appends records: something else has written to the database.';
  }
}

/** The text as a sentence. One that begins with the name of a file keeps that name as it is. */
function sentence(text: string): string {
  return /^\w+\.\w/.test(text) ? `${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
