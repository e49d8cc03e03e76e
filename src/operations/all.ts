import { stats } from './ledger/stats.ts';
import { memoryAdd } from './memories/add.ts';
import { memoryList, memorySearch } from './memories/find.ts';
import { memoryForget } from './memories/forget.ts';
import { memoryHistory, memoryShow } from './memories/show.ts';
import { memoryUpdate } from './memories/update.ts';
import type { Operation } from './operation.ts';
import { pin } from './pins/pin.ts';
import { pins } from './pins/pins.ts';
import { unpin } from './pins/unpin.ts';
import { explain } from './restore/explain.ts';
import { preview } from './restore/preview.ts';
import { search } from './search/search.ts';
import { chain } from './sessions/chain.ts';
import { context } from './sessions/context.ts';
import { continueSession } from './sessions/continue.ts';
import { handoff } from './sessions/handoff.ts';
import { history } from './sessions/history.ts';
import { show } from './sessions/show.ts';
import { done, drop } from './tasks/close.ts';
import { tasks } from './tasks/tasks.ts';
import { complete } from './thread/complete.ts';
import { note } from './thread/note.ts';
import { resume } from './thread/resume.ts';
import { thread } from './thread/thread.ts';

/** Every operation, in the order of the help: what people ask most comes first. */
export const OPERATIONS: readonly Operation[] = [
  ...[history, search, show, chain, context],
  ...[preview, explain, handoff, continueSession],
  ...[note, thread, resume, complete],
  ...[pin, pins, unpin],
  ...[memoryAdd, memoryList, memoryShow, memorySearch, memoryUpdate, memoryForget, memoryHistory],
  ...[tasks, done, drop],
  stats,
];
