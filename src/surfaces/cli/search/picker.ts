/** A list that is searched as one types: the state behind the keys, without a terminal. */
export interface Picker<T> {
  readonly query: string;
  readonly results: readonly T[];
  /** The place of the chosen one among them. */
  readonly at: number;
  /** A remark about the results; empty where there is none. */
  readonly remark: string;
  readonly ended: 'chosen' | 'left' | null;
}

export function beginPicking<T>(query: string): Picker<T> {
  return { query, results: [], at: 0, remark: '', ended: null };
}

/** The state after a key. */
export function pressKey<T>(
  state: Picker<T>,
  key: { readonly name: string; readonly text: string },
): Picker<T> {
  const last = Math.max(0, state.results.length - 1);
  switch (key.name) {
    case 'up':
    case 'ctrl-p':
      return { ...state, at: Math.max(0, state.at - 1) };
    case 'down':
    case 'ctrl-n':
      return { ...state, at: Math.min(last, state.at + 1) };
    case 'pageup':
    case 'home':
      return { ...state, at: 0 };
    case 'pagedown':
    case 'end':
      return { ...state, at: last };
    case 'return':
    case 'enter':
      return state.results.length > 0 ? { ...state, ended: 'chosen' } : state;
    case 'escape':
    case 'ctrl-c':
    case 'ctrl-d':
      return { ...state, ended: 'left' };
    case 'backspace':
      return { ...state, query: Array.from(state.query).slice(0, -1).join(''), at: 0 };
    case 'ctrl-u':
      return { ...state, query: '', at: 0 };
    case 'ctrl-w':
      return { ...state, query: state.query.replace(/\S+\s*$/, ''), at: 0 };
    default:
      return key.text === '' ? state : { ...state, query: state.query + key.text, at: 0 };
  }
}

/** New results for the query that they were found with; those of an older query are dropped. */
export function withResults<T>(
  state: Picker<T>,
  query: string,
  found: { readonly results: readonly T[]; readonly remark: string },
): Picker<T> {
  if (query !== state.query) return state;
  return { ...state, ...found, at: Math.min(state.at, Math.max(0, found.results.length - 1)) };
}

/** The part of the results that is shown, so that the chosen one is among them. */
export function shownResults<T>(
  { results, at }: Picker<T>,
  room: number,
): { readonly from: number; readonly shown: readonly T[] } {
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), results.length - room));
  return { from, shown: results.slice(from, from + room) };
}
