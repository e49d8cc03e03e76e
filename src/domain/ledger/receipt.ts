import type { SessionId } from '../base/ids.ts';

/** The ledger rows of one sending, so that it can be undone. */
export interface Receipt {
  readonly id: SessionId;
  readonly firstSeq: number;
  readonly lastSeq: number;
}
