import { context } from './answer/context.ts';
import type { Operation } from './base/operation.ts';
import { continueSession } from './handoff/continue.ts';
import { stats } from './ledger/stats.ts';
import { memoryAdd, memoryUpdate } from './memories/change.ts';
import { memoryForget } from './memories/forget.ts';
import { memoryList, memorySearch } from './memories/look.ts';
import { search } from './search/search.ts';
import { chain } from './sessions/chain.ts';
import { history } from './sessions/history.ts';
import { read } from './sessions/read.ts';
import { note } from './threads/note.ts';
import { resume } from './threads/resume.ts';

/** Operations of the core that models are offered, in the order in which clients list them. Those of rooms come behind them: `program/rooms/for-models`. */
export const FOR_MODELS: readonly Operation[] = [
  context,
  note,
  search,
  read,
  history,
  resume,
  continueSession,
  chain,
  memoryAdd,
  memorySearch,
  memoryList,
  memoryUpdate,
  memoryForget,
  stats,
];
