import { oneLine } from '../text/safe-text.ts';

/**
 * What a sentence says of a thing. `either`: it is yet to be made, or belongs to the past, so that both are fine.
 * `doubt`: the sentence can be read in more than one way.
 */
export type Direction = 'there' | 'absent' | 'either' | 'doubt';

/** Something that a text says of the repository and that can be looked up there. */
export type Claim = { readonly says: () => Direction } & (
  | PathClaim
  | { readonly kind: 'symbol'; readonly symbol: string; readonly file: PathClaim }
  | { readonly kind: 'commit'; readonly hash: string }
);

export interface PathClaim {
  readonly kind: 'path';
  /** As the text has it, with plain slashes. */
  readonly path: string;
  /** It can only be a path: it ends as files do, or stands as code. `client/server` may be two words. */
  readonly isPlain: boolean;
}

/** `changed`: the file is there, and not what was said of it. `elsewhere`: on a branch that is not checked out here. */
export type Verdict = 'holds' | 'changed' | 'gone' | 'elsewhere' | 'unknown';

export interface Judged {
  readonly claim: Claim;
  /** Its place among the claims of the text. */
  readonly number: number;
  readonly verdict: Verdict;
  /** The branch that has it; null unless it is elsewhere. */
  readonly branch: string | null;
}

/** How a claim is named where it failed. */
export function nameOfClaim(claim: Claim): string {
  switch (claim.kind) {
    case 'path':
      return claim.path;
    case 'symbol':
      return `${claim.symbol} in ${claim.file.path}`;
    case 'commit':
      return `commit ${claim.hash}`;
  }
}

/** Whether the repository contradicts a claim. */
export function hasFailed({ verdict }: Judged): boolean {
  return verdict === 'gone' || verdict === 'changed';
}

/**
 * Whether a text has nothing left to stand on: all that it says of files is gone. A commit that is not here may have been
 * rebased or not fetched, and says nothing about the rest.
 */
export function isGroundless(judged: readonly Judged[]): boolean {
  const ofFiles = judged.filter(({ claim }) => claim.kind !== 'commit');
  return ofFiles.length > 0 && ofFiles.every(({ verdict }) => verdict === 'gone');
}

/** A mark behind a text whose claims do not all hold: ` (gone here: src/x.ts)`; nothing where they do. */
export function markOf(judged: readonly Judged[]): string {
  const gone = [...new Set(judged.filter(hasFailed).map(({ claim }) => nameOfClaim(claim)))];
  const more = gone.length - MOST_NAMED;
  const elsewhere = judged.filter(({ verdict }) => verdict === 'elsewhere');
  const branches = [...new Set(elsewhere.map(({ branch }) => oneLine(branch!, 80)))];
  const names = `${gone.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const parts = [
    ...(gone.length > 0 ? [`gone here: ${names}`] : []),
    ...branches.map((branch) => `only on ${branch}`),
  ];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

const MOST_NAMED = 3;
