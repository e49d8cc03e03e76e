import type { Peer } from './peer.ts';
import { claudeMem } from './peers/claude-mem.ts';
import { contextMode } from './peers/context-mode.ts';
import { cortex } from './peers/cortex.ts';
import { dejaVu } from './peers/deja-vu.ts';
import { hippoMemory } from './peers/hippo-memory.ts';
import { memorix } from './peers/memorix.ts';
import { nothing } from './peers/nothing.ts';

/** The field, in the order of its table. */
export const FIELD: readonly Peer[] = [
  nothing,
  cortex,
  dejaVu,
  claudeMem,
  contextMode,
  memorix,
  hippoMemory,
];
