/**
 * Modules that are bundles of their own. A hook pays for every line that it loads, so its bundles hold a stand-in with the same
 * functions, and each loads the real module at its first call. The build reads these lists; nothing else decides what is lazy.
 * Of such a file only functions can be imported.
 */

/** Rules that read text, and what few events need: hooks, commands, the server of tools and the library share these bundles. */
export const RARELY = {
  redact: 'src/domain/redact/redact.ts',
  glob: 'src/domain/text/glob.ts',
  definitions: 'src/domain/observe/definitions/outline.ts',
  outcome: 'src/domain/observe/outcome.ts',
  'shell-line': 'src/domain/observe/shell-line.ts',
  ignore: 'src/domain/observe/ignore.ts',
  tokens: 'src/domain/text/tokens.ts',
  searching: 'src/engine/search/at-prompt.ts',
  claims: 'src/platform/claims.ts',
  history: 'src/platform/git-history.ts',
  proving: 'src/platform/reading-signs.ts',
  signing: 'src/stores/sqlite/units/signing.ts',
  hosts: 'src/hosts/all.ts',
  replies: 'src/hosts/replies.ts',
} as const;

/** Modules that the door opens for an event, and those on the database. Only hooks are so short that it matters. */
export const BEHIND_THE_DOOR = {
  starting: 'src/engine/events/start.ts',
  capturing: 'src/engine/events/capture.ts',
  ending: 'src/engine/events/end.ts',
  instructing: 'src/engine/sop/instruct.ts',
  compacting: 'src/engine/events/compacted.ts',
  reading: 'src/engine/events/file-note.ts',
  restoring: 'src/engine/restore/restore.ts',
  meanwhile: 'src/engine/restore/since-left.ts',
  spooling: 'src/engine/events/spool.ts',
  'status-line': 'src/engine/session/status-line.ts',
  'json-head': 'src/domain/text/json-head.ts',
  store: 'src/stores/sqlite/session-store.ts',
  upkeep: 'src/stores/sqlite/sqlite-store.ts',
  migrating: 'src/stores/sqlite/migrations.ts',
  mirroring: 'src/platform/mirror.ts',
  sealing: 'src/platform/seal.ts',
  archiving: 'src/platform/archive.ts',
  pinning: 'src/platform/working-memory-file.ts',
} as const;
