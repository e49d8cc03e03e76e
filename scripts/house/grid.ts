/**
 * The house as data: layers cross features, a room is where they cross, and its folder is named by both: `src/<layer>/<feature>/`.
 * An import goes down, or left within its layer. `docs/decisions/0034` says why.
 */

export interface Layer {
  readonly name: string;
  readonly is: string;
  /** The layers below it that it may import. */
  readonly to: readonly string[];
  /** Layers of which it may import types alone. */
  readonly typesOf?: readonly string[];
  /** Folders of it that know nothing of one another, beside `base`. `any`: each folder is one. */
  readonly parts?: readonly string[] | 'any';
  /** Its folders, or those of its parts, that are no features of the product: they stand right of all. */
  readonly own?: readonly string[];
  /** A layer without order inside. */
  readonly isOne?: true;
}

const BELOW = ['ports', 'config', 'domain'];

/** From the outside in. */
export const LAYERS: readonly Layer[] = [
  {
    name: 'program',
    is: 'The entry points, the composition of the parts, and the lists of rooms; nothing imports it.',
    to: [
      'door',
      'rooms',
      'surfaces',
      'operations',
      'engine',
      'store',
      'agents',
      'system',
      ...BELOW,
    ],
    isOne: true,
  },
  {
    name: 'door',
    is: 'The way of an event from the launcher to the engine: handed over, in a stream, or spooled.',
    to: ['engine', 'agents', 'system', ...BELOW],
    typesOf: ['store'],
    isOne: true,
  },
  {
    name: 'rooms',
    is: 'Features that not everybody needs, each whole in a folder of its own.',
    to: ['surfaces', 'operations', 'engine', 'store', 'agents', 'system', ...BELOW],
    parts: 'any',
  },
  {
    name: 'surfaces',
    is: 'Command line and MCP: they parse and print.',
    to: ['operations', 'engine', ...BELOW],
    typesOf: ['store'],
    parts: ['cli', 'mcp'],
    own: ['setup', 'doctor', 'demo'],
  },
  {
    name: 'operations',
    is: 'Each thing that a person, a model or a program can ask for, declared once.',
    to: ['engine', ...BELOW],
    typesOf: ['store'],
  },
  {
    name: 'engine',
    is: 'What happens at each event and request.',
    to: BELOW,
    typesOf: ['store'],
  },
  {
    name: 'store',
    is: 'Rows of SQLite: transactions, migrations, queries.',
    to: BELOW,
  },
  {
    name: 'agents',
    is: 'Agent programs, a folder each: payloads, tools, answers, installation.',
    to: BELOW,
    parts: 'any',
  },
  {
    name: 'system',
    is: 'Files, git, processes, clock.',
    to: BELOW,
  },
  {
    name: 'ports',
    is: 'The types of what the engine wants of the outside.',
    to: ['config', 'domain'],
  },
  { name: 'config', is: 'Every option, declared once.', to: ['domain'], isOne: true },
  { name: 'domain', is: 'Every rule, as pure functions.', to: [] },
];

export interface Feature {
  readonly name: string;
  readonly is: string;
}

/** From left to right. */
export const FEATURES: readonly Feature[] = [
  { name: 'base', is: 'What every feature stands on: text, time, ids, scope, settings.' },
  { name: 'facts', is: 'What hosts report and what is stored of it, and the rows of facts.' },
  {
    name: 'hooks',
    is: 'How agents start Cortex: the launcher, its words, events handed over, their times.',
  },
  { name: 'redact', is: 'Secrets are found and removed before anything is stored.' },
  { name: 'observe', is: 'What is read out of a tool call: commands, outcomes, files.' },
  {
    name: 'presence',
    is: 'Which sessions run, whose process they live in, and which one is meant.',
  },
  {
    name: 'projects',
    is: 'Where work belongs: repositories, their signs, how commits stand to each other.',
  },
  { name: 'turns', is: 'A prompt and what came of it, and which of its words are worth telling.' },
  { name: 'pins', is: 'What a session must not lose.' },
  { name: 'todos', is: 'Things to do, as lists of hosts, pins, pipelines and messages have them.' },
  { name: 'index', is: 'What can be searched: words and passages.' },
  {
    name: 'threads',
    is: 'The line of work of a scope: next actions, blockers, decisions, checks.',
  },
  { name: 'ledger', is: 'What a conversation was shown already, as hashes.' },
  {
    name: 'memories',
    is: 'What outlives sessions, with a confidence; rules are the person’s own.',
  },
  { name: 'sessions', is: 'A session as a fold over its facts: state, end, digest, snapshot.' },
  { name: 'metrics', is: 'Counted events under a seal.' },
  { name: 'tasks', is: 'What is open in a scope, from all lists and sessions, and closing it.' },
  { name: 'search', is: 'Questions in words, and what is found.' },
  { name: 'review', is: 'What was learnt, from whom, and taking it back.' },
  { name: 'answer', is: 'What a session is told: read, choose, select, render.' },
  {
    name: 'matters',
    is: 'Sessions by the matter that they go together in, and what is unfinished in each.',
  },
  { name: 'handoff', is: 'Work that goes from one session or agent to another.' },
  {
    name: 'keeping',
    is: 'Forgetting, retention, cold storage, copies, repair, export and import.',
  },
  { name: 'capture', is: 'An event becomes facts of a session.' },
];

/** Layers whose folders stand directly below `src`, as each is a feature of its own. */
export const ROOMS: readonly string[] = [
  'share',
  'sops',
  'page',
  'importers',
  'openclaw',
  'library',
  'why',
];

/** Code that runs inside other programs. */
const OUTSIDE = ['plugins'];

export interface Cell {
  readonly layer: string;
  /** The part of a layer that knows nothing of the other parts. */
  readonly part: string | null;
  /** `root`: a file at the top of a layer or part, which reads all of its features. */
  readonly feature: string;
}

/** Null for a file that has no cell; `outside` for one that no rule binds. */
export function cellOf(path: string): Cell | 'outside' | null {
  const [top, first = '', ...rest] = path.split('/');
  if (top !== 'src') return 'outside';
  if (OUTSIDE.includes(first)) return 'outside';
  // A room may have an entry point of its own, which puts it together as the program does.
  if (ROOMS.includes(first) && rest[0] === 'program')
    return { layer: 'program', part: null, feature: 'base' };
  if (ROOMS.includes(first)) return { layer: 'rooms', part: first, feature: 'base' };
  const layer = LAYERS.find(({ name }) => name === first);
  if (!layer || first === 'rooms') return null;
  if (layer.isOne) return { layer: first, part: null, feature: 'base' };
  const folders = rest.slice(0, -1);
  if (folders.length === 0) return { layer: first, part: null, feature: 'root' };
  const [folder = '', inner] = folders;
  if (layer.parts === 'any')
    return { layer: first, part: folder === 'base' ? null : folder, feature: 'base' };
  if (layer.parts?.includes(folder)) {
    const feature = inner === undefined ? 'root' : featureNamed(layer, inner);
    return feature === null ? null : { layer: first, part: folder, feature };
  }
  const feature = featureNamed(layer, folder);
  return feature === null ? null : { layer: first, part: null, feature };
}

function featureNamed({ own = [] }: Layer, folder: string): string | null {
  return own.includes(folder) || FEATURES.some(({ name }) => name === folder) ? folder : null;
}

/** How far right a feature stands in its layer: frames at both ends. */
function placeOf({ layer, feature }: Cell): number {
  const own = LAYERS.find(({ name }) => name === layer)?.own ?? [];
  return [...FEATURES.map(({ name }) => name), ...own, 'root'].indexOf(feature);
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/** Why an import goes against the grid; null for one that goes down, or left within its layer. */
export function refusalOf(from: Cell, to: Cell, isTypeOnly: boolean): string | null {
  if (from.layer === to.layer) return refusedWithin(from, to);
  const layer = LAYERS.find(({ name }) => name === from.layer)!;
  if (to.layer === 'ports' && !isTypeOnly && from.layer !== 'program')
    return '`ports` has types alone: take it by `import type`, or move the value to `domain`';
  if (layer.to.includes(to.layer)) return null;
  if (layer.typesOf?.includes(to.layer))
    return isTypeOnly
      ? null
      : `\`${from.layer}\` may know the types of \`${to.layer}\`, and none of its values`;
  const isUp = LAYERS.findIndex(({ name }) => name === to.layer) < LAYERS.indexOf(layer);
  return isUp
    ? `\`${from.layer}\` lies below \`${to.layer}\`: hand it down as a function, or move the shared part below both`
    : `\`${from.layer}\` does not know \`${to.layer}\`: ask for it in \`ports\`, and let \`program\` hand it down`;
}

function refusedWithin(from: Cell, to: Cell): string | null {
  const { layer } = from;
  if (LAYERS.find(({ name }) => name === layer)!.isOne) return null;
  if (to.part !== from.part && to.part !== null)
    return from.part === null && from.feature === 'root'
      ? null
      : `\`${layer}/${from.part ?? 'base'}\` and \`${layer}/${to.part}\` know nothing of one another: move the shared part to \`${layer}/base\``;
  if (to.part === null && from.part !== null)
    return to.feature === 'root' ? `nothing in \`${layer}\` imports a file of its root` : null;
  if (to.feature === 'root' && from.feature !== 'root')
    return `nothing in \`${layer}\` imports a file of its root`;
  if (placeOf(to) <= placeOf(from)) return null;
  return `\`${from.feature}\` stands left of \`${to.feature}\`: move the shared part to \`${from.feature}\` or further left, or hand it in as a function`;
}
