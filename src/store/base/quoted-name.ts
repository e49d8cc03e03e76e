/** The name of a table or column as SQL reads it, whatever is in it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
