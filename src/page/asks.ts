/** The requests that pages make at once; a report holds the answers to these. */
export const ASKS = {
  now: ['page now', {}],
  told: ['page told', {}],
  lanes: ['page lanes', {}],
  figures: ['page figures', {}],
  sessions: ['page sessions', {}],
  activity: ['stats', { days: 371 }],
  thread: ['thread', {}],
  threads: ['thread', { list: 'list', limit: 20 }],
  pins: ['pin', {}],
  rules: ['rule', {}],
  memories: ['memory list', { limit: 200 }],
  stats: ['stats', {}],
  doctor: ['doctor', {}],
  status: ['status', {}],
  verify: ['verify', {}],
  times: ['times', {}],
} as const satisfies Readonly<
  Record<string, readonly [operation: string, input: Readonly<Record<string, unknown>>]>
>;

/** The key of an answer in a report. */
export function answerKey(operation: string, input: Readonly<Record<string, unknown>>): string {
  return `${operation} ${JSON.stringify(input)}`;
}
