import { stats } from './ledger/stats.ts';
import { memoryAdd, memoryUpdate } from './memories/change.ts';
import { memoryForget } from './memories/forget.ts';
import { memoryList, memorySearch } from './memories/look.ts';
import type { Operation } from './operation.ts';
import { search } from './search/search.ts';
import { chain } from './sessions/chain.ts';
import { context } from './sessions/context.ts';
import { continueSession } from './sessions/continue.ts';
import { history } from './sessions/history.ts';
import { read } from './sessions/read.ts';
import { note } from './thread/note.ts';
import { resume } from './thread/resume.ts';

/** Operations of the core that models are offered, in the order in which clients list them. Those of rooms come behind them: `rooms/for-models`. */
export const FOR_MODELS: readonly Operation[] = [
  ...[context, note, search, read, history, resume, continueSession, chain],
  ...[memoryAdd, memorySearch, memoryList, memoryUpdate, memoryForget, stats],
];
