/**
 * Regular expressions are compiled at once and without optimising, from here on. V8 expects them to run often; the forms that
 * read a turn run once each, and cost a fifth so. Code that is loaded later finds no compiled copy of itself, because those
 * are kept by these settings: whatever is needed has to be loaded before.
 */
export function compileExpressionsPlainly(): void {
  if (process.versions['bun']) return;
  try {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--no-regexp-tier-up');
    setFlagsFromString('--no-regexp-optimization');
  } catch {
    // Only slower.
  }
}
