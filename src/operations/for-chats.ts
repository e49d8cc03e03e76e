import type { Operation } from './operation.ts';
import { pins } from './pins/pins.ts';
import { explain } from './restore/explain.ts';
import { continueSession } from './sessions/continue.ts';
import { history } from './sessions/history.ts';

/** Operations that `/cortex` of a gateway offers, in the order of its help. A gateway loads no others besides those for models. */
export const FOR_CHATS: readonly Operation[] = [pins, history, explain, continueSession];
