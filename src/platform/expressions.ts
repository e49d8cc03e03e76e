/**
 * Regular expressions are compiled at once and without optimising, from here on. V8 expects them to run often; the forms that
 * read what was said run once each, and cost a fifth so. Compiled code that Node keeps stays good: V8 compares the settings
 * that it was started with.
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
