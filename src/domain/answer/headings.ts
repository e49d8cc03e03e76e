/**
 * The headings of preamble sections. Code that reads a preamble recognises sections by them. Only an unmerged branch
 * has a generated heading, which contains its name.
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
  elsewhere: 'OPEN ELSEWHERE',
  memories: 'MEMORIES',
  projects: 'ACTIVE PROJECTS',
  topics: 'HOT TOPICS',
  team: 'FROM THE TEAM',
  recalled: 'FROM AN EARLIER SESSION',
  foreign: 'FROM ANOTHER PROJECT',
} as const;

/** The element around everything that a model gets from earlier sessions. */
export const OPENING = '<session-continuity hint="inherited from prior sessions">';
export const CLOSING = '</session-continuity>';

/** The line sent in place of a restore that could not be made in time. */
export function owedPreamble(isCertain: boolean): string {
  const exists = isCertain ? 'exists' : 'may exist';
  return `${OPENING}\nearlier work ${exists}; it follows with your next message\n${CLOSING}`;
}
