import type { Copies } from '../src/engine/keeping/copy.ts';

const none = () => [];

/** A home without a file beside its database. */
export const NO_COPIES: Copies = {
  files: none,
  waiting: none,
  settled: none,
  withMirror: none,
  archives: none,
  backups: none,
  abandoned: none,
  surplusBackups: none,
  read: () => null,
  write: () => {},
  blankLogLines: () => {},
  removeMirror: () => false,
  removeArchive: () => false,
  remove: () => false,
  readArchive: () => null,
  writeArchive: () => {},
  witness: () => null,
  scratchCopy: () => null,
  markForgotten: () => {},
  archiveFor: (id) => id,
  backup: () => Promise.reject(new Error('no backups here')),
  self: {},
};
