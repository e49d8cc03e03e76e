import { contextOperation } from './answer/context.ts';
import type { Operation } from './base/operation.ts';
import { continueOperation } from './handoff/continue.ts';
import { statsOperation } from './ledger/stats.ts';
import { memoryAdd, memoryUpdate } from './memories/change.ts';
import { memoryForget } from './memories/forget.ts';
import { memoryList, memorySearch } from './memories/look.ts';
import { searchOperation } from './search/search.ts';
import { chainOperation } from './sessions/chain.ts';
import { historyOperation } from './sessions/history.ts';
import { readOperation } from './sessions/read.ts';
import { noteOperation } from './threads/note.ts';
import { resumeOperation } from './threads/resume.ts';

/** Operations of the core that models are offered, in the order in which clients list them. Those of rooms come behind them: `program/rooms/for-models`. */
export const FOR_MODELS: readonly Operation[] = [
  contextOperation,
  noteOperation,
  searchOperation,
  readOperation,
  historyOperation,
  resumeOperation,
  continueOperation,
  chainOperation,
  memoryAdd,
  memorySearch,
  memoryList,
  memoryUpdate,
  memoryForget,
  statsOperation,
];
