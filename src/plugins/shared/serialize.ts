/** A page of a tool's output says enough; pictures travel as text and say nothing here. */
const LONGEST_TEXT = 128 * 1024;
const KEPT_AT_END = 32 * 1024;

/** An event as JSON, its longest texts without their middle; null where it cannot be written down. */
export function serialize(event: unknown): string | null {
  try {
    return JSON.stringify(event, shortened) ?? null;
  } catch {
    return null;
  }
}

function shortened(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  const head = value.slice(0, LONGEST_TEXT - KEPT_AT_END).toWellFormed();
  return `${head}\n[...]\n${value.slice(-KEPT_AT_END).toWellFormed()}`;
}
