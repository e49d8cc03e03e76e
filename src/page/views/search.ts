import type { SessionId } from '../../domain/base/ids.ts';
import { iso } from '../../domain/base/time.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { sessionState } from '../../engine/sessions/sessions.ts';
import { UsageError, wrongInput } from '../../operations/base/errors.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import { searchOperation } from '../../operations/search/search.ts';
import { outcomeOfTurn, type WorkOutcome } from './card.ts';

/** A search hit, in the form that programs get. */
export interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
  /** The number of the turn in its session. */
  readonly turn?: number | null;
  /** A teammate's words have none. */
  readonly scope?: string;
  /** The teammate who shared it. */
  readonly author?: string;
  readonly host?: string | null;
  readonly branch?: string | null;
  readonly ended: string | null;
  readonly snippet?: string | null;
  readonly marks?: readonly (readonly [number, number])[];
}

/** The turn that contains a hit. */
export interface Around
  extends Pick<Turn, 'number' | 'asked' | 'answered' | 'files' | 'runs' | 'made'> {
  readonly at: string;
  readonly outcome: WorkOutcome;
}

export interface SearchView {
  readonly times: readonly { readonly from: string | null; readonly to: string | null }[];
  /** Query words that the search replaced by near ones. */
  readonly respelled: readonly { readonly word: string; readonly as: string }[];
  readonly results: readonly (Hit & { readonly around: Around | null })[];
  /** The reason of a line of a file, where the query names one: text in lines. */
  readonly line: string | null;
}

const MOST_READ = 60;

/** The hits of the command's search, each with its turn. */
export async function searchView(
  call: OperationCall,
  input: Readonly<Record<string, unknown>>,
): Promise<SearchView> {
  const { red, ...asked } = input;
  const isRedOnly = red === true;
  // Red turns are known only after all were read.
  const most = isRedOnly ? MOST_READ : asked['limit'];
  const checked = searchOperation.input.safeParse({
    ...asked,
    ...(most !== undefined && { limit: most }),
  });
  if (!checked.success) throw new UsageError(wrongInput(checked.error));
  const found = searchOperation.json(await searchOperation.run(call, checked.data)) as Partial<
    Pick<SearchView, 'times' | 'respelled' | 'line'>
  > & { readonly results: readonly Hit[] };
  const results = [];
  for (const hit of found.results) {
    const around = await aroundOf(call, hit);
    if (!isRedOnly || around?.outcome === 'red') results.push({ ...hit, around });
  }
  const wanted = typeof asked['limit'] === 'number' ? results.slice(0, asked['limit']) : results;
  const { times = [], respelled = [], line = null } = found;
  return { times, respelled, results: wanted, line };
}

async function aroundOf(
  { deps }: OperationCall,
  { kind, id, turn: number }: Hit,
): Promise<Around | null> {
  if (kind !== 'session' || number == null) return null;
  const turn = (await sessionState(deps, id as SessionId))?.turns.find(
    (one) => one.number === number,
  );
  if (!turn) return null;
  const { asked, answered, files, runs, made, at } = turn;
  return {
    number,
    asked,
    answered,
    files,
    runs,
    made,
    at: iso(at),
    outcome: outcomeOfTurn(turn),
  };
}
