/** Everything that a model is told of earlier sessions stands in this element. */
export const OPENING = '<session-continuity hint="inherited from prior sessions">';
export const CLOSING = '</session-continuity>';

/** The one line for a model whose restore could not be made in time. */
export function owedPreamble(isCertain: boolean): string {
  const exists = isCertain ? 'exists' : 'may exist';
  return `${OPENING}\nearlier work ${exists}; it follows with your next message\n${CLOSING}`;
}
