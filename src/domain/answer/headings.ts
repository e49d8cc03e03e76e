/** The names of the sections that a model is told; readers of a preamble know its sections by them. */
export const HEADINGS = {
  header: 'SESSION CONTINUITY',
  lastTime: 'LAST TIME',
  beforeThat: 'BEFORE THAT',
  state: 'STATE',
  tasks: 'PENDING TASKS',
  closed: 'CLOSED MEANWHILE',
  said: 'THE USER SAID',
  inherited: 'WORKING MEMORY RESTORED',
  pinned: 'PINNED IN THIS SESSION',
  decisions: 'DECISIONS',
  earlier: 'EARLIER SESSIONS',
  memories: 'MEMORIES',
  projects: 'ACTIVE PROJECTS',
  topics: 'HOT TOPICS',
  thread: 'THREAD',
} as const;
