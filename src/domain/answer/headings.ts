/**
 * The names of the sections that a model is told; readers of a preamble know its sections by them. Only an unmerged branch
 * has a heading of its own, with its name.
 */
export const HEADINGS = {
  header: 'SESSION CONTINUITY',
  own: 'THIS SESSION SO FAR',
  lastTime: 'LAST TIME',
  beforeThat: 'BEFORE THAT',
  afterThat: 'AFTER THAT',
  state: 'STATE',
  tasks: 'PENDING TASKS',
  closed: 'CLOSED MEANWHILE',
  rules: 'RULES OF THE USER',
  inherited: 'WORKING MEMORY RESTORED',
  pinned: 'PINNED IN THIS SESSION',
  decisions: 'DECISIONS',
  earlier: 'EARLIER SESSIONS',
  memories: 'MEMORIES',
  projects: 'ACTIVE PROJECTS',
  topics: 'HOT TOPICS',
  team: 'FROM THE TEAM',
  recalled: 'FROM EARLIER SESSIONS',
} as const;

/** Everything that a model is told of earlier sessions stands in this element. */
export const OPENING = '<session-continuity hint="inherited from prior sessions">';
export const CLOSING = '</session-continuity>';

/** The one line for a model whose restore could not be made in time. */
export function owedPreamble(isCertain: boolean): string {
  const exists = isCertain ? 'exists' : 'may exist';
  return `${OPENING}\nearlier work ${exists}; it follows with your next message\n${CLOSING}`;
}
