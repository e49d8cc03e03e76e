import type { EventRoom } from '../engine/deps.ts';
import { hear, instruct } from './engine/instruct.ts';
import { SOP_NOTE } from './forms.ts';

/** Standing instructions while an agent works. */
export const sops: EventRoom = { intends: instruct, replies: hear, note: SOP_NOTE };
