/** Whether a text can hold a claim at all. A start without claims loads nothing of the rules that find them. */
export function mayClaim(text: string): boolean {
  return CHEAP.test(text);
}

/** A slash, a dot or a backslash before a letter, or seven hex digits. */
const CHEAP = /[/\\]|\.[A-Za-z]|[0-9a-f]{7}/;
