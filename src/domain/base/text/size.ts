const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes for people: `368 KB`, `12.4 MB`, `62.5 GB`. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // Changes to the next unit where rounding would print 1024.
  while (unit < UNITS.length - 1 && value >= (unit < 2 ? 1023.5 : 1023.95)) {
    value /= 1024;
    unit++;
  }
  return `${unit < 2 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
