/**
 * Every option of Cortex, declared once: kind, default, what it accepts, what it is for, and a shorter environment name
 * where there is one beside its own. Rows are literals: built by calls they cost a hook 0.4 ms more at every start.
 */
export type Option =
  | readonly [kind: 'boolean', standard: boolean, accepts: null, help: string, alias?: string]
  | readonly [
      kind: 'number' | 'integer',
      standard: number,
      accepts: readonly [min: number, max: number],
      help: string,
    ]
  | readonly [kind: 'choice', standard: string, accepts: readonly string[], help: string]
  | readonly [kind: 'path', standard: string, below: 'CORTEX_HOME' | 'the project', help: string]
  | readonly [kind: 'list', standard: readonly string[], accepts: null, help: string];

export const OPTIONS = {
  'session_persistence.enabled': [
    'boolean',
    true,
    null,
    'Capture and restore; when off, tools and instructions go on.',
  ],
  'session_persistence.lookback_days': [
    'number',
    7,
    [1, 30],
    'Days back in which sessions are candidates.',
  ],
  'session_persistence.relevance_threshold': [
    'number',
    0.25,
    [0.1, 1],
    'Least relevance to be restored.',
  ],
  'session_persistence.max_sessions_scored': [
    'integer',
    3,
    [1, 10],
    'Sessions that one restore draws on.',
  ],
  'session_persistence.max_inherited_pins': [
    'integer',
    5,
    [1, 8],
    'Pins inherited from earlier sessions.',
  ],
  'session_persistence.decay_min_floor': [
    'number',
    0.3,
    [0.1, 0.9],
    'Floor of the decay factor, and the confidence below which a memory is not restored.',
  ],
  'session_persistence.critical_inheritance_days': [
    'number',
    7,
    [1, 30],
    'Days for which CRITICAL pins are inherited whatever the relevance.',
  ],
  'session_persistence.sessions_dir': [
    'path',
    'sessions',
    'CORTEX_HOME',
    'Folder of mirrors and archives.',
  ],
  'session_persistence.debug': [
    'boolean',
    false,
    null,
    'Log every score and decision of a restore, and its text.',
    'CORTEX_SESSION_DEBUG',
  ],

  'relevance.text_match': [
    'boolean',
    true,
    null,
    'Quote earlier turns that the first prompt calls for.',
  ],
  'relevance.same_scope': ['number', 0.5, [0, 1], 'What the same scope is worth as overlap.'],
  'relevance.latest': ['boolean', true, null, 'The latest session that qualifies comes first.'],

  'restore.enabled': [
    'boolean',
    true,
    null,
    'Tell new sessions about earlier ones; when off, capture goes on.',
  ],
  'restore.short_form': [
    'boolean',
    true,
    null,
    'Name the last work where nothing is recent enough to restore.',
  ],
  'restore.notice': ['boolean', true, null, 'Show the person one line about what was restored.'],
  'restore.deadline_ms': [
    'integer',
    1500,
    [1, 10_000],
    'Processor time after which a restore waits for the next prompt; three times as much by the clock.',
  ],
  'restore.quiet_minutes': [
    'number',
    30,
    [1, 1440],
    'Silence after which a session still open takes part.',
  ],
  'restore.topics': ['integer', 0, [0, 20], 'Topics named in the preamble.'],
  'restore.projects': ['integer', 5, [0, 20], 'Projects named in the preamble.'],
  'restore.dates': ['choice', 'relative', ['relative', 'absolute'], 'How the preamble tells ages.'],
  // Claude Code and Codex cut what is longer, so these two can only be lowered.
  'restore.max_chars': ['integer', 9500, [500, 9500], 'Characters of a preamble.'],
  'restore.max_tokens': ['integer', 2400, [200, 2400], 'Tokens of a preamble.'],
  'restore.budget.last_time': [
    'integer',
    1200,
    [0, 2400],
    'Tokens of a preamble for quoted turns.',
  ],
  'restore.budget.open': [
    'integer',
    120,
    [0, 2400],
    'Tokens of a preamble for open ends of other matters.',
  ],
  'restore.budget.tasks': ['integer', 200, [0, 2400], 'Tokens of a preamble for pending tasks.'],
  'restore.budget.pins': ['integer', 300, [0, 2400], 'Tokens of a preamble for pins.'],
  'restore.budget.decisions': ['integer', 100, [0, 2400], 'Tokens of a preamble for decisions.'],
  'restore.budget.memories': ['integer', 100, [0, 2400], 'Tokens of a preamble for memories.'],
  'restore.budget.team': [
    'integer',
    200,
    [0, 2400],
    'Tokens of a preamble for what teammates shared.',
  ],
  'restore.budget.recall': [
    'integer',
    900,
    [0, 2400],
    'Tokens at a first prompt for the earlier work that its words mean.',
  ],
  'restore.budget.later': [
    'integer',
    400,
    [0, 2400],
    'Tokens at a later prompt for the earlier work that it names; three times as many until the next compaction.',
  ],
  'restore.prompts': [
    'choice',
    'all',
    ['first', 'all', 'off'],
    'Prompts that are told the earlier work that they mean.',
  ],

  'pins.threshold': [
    'number',
    0.4,
    [0, 1],
    'Least relevance of a session whose normal pins are inherited.',
  ],
  'pins.max': ['integer', 10, [1, 10], 'Pins that a session can hold, own and inherited.'],
  'pins.max_chars': ['integer', 500, [20, 500], 'Characters of a pin.'],

  'tasks.force_restore': [
    'integer',
    3,
    [1, 100],
    'Pending tasks that restore a session by themselves.',
  ],
  'tasks.old_days': [
    'number',
    7,
    [1, 365],
    'Days after which an item that nobody touched is only counted.',
  ],
  'tasks.old_sessions': [
    'integer',
    5,
    [1, 100],
    'Sessions that worked after which such an item is only counted.',
  ],
  'tasks.pipeline_file': [
    'path',
    'pipeline/state.json',
    'the project',
    'File with the tasks of a pipeline.',
  ],
  'tasks.stages': [
    'list',
    ['build', 'verify', 'validate', 'security', 'test', 'deploy'],
    null,
    'Stages in which a task of the pipeline is in progress.',
  ],

  'topics.max': ['integer', 20, [1, 20], 'Topics kept of a session.'],

  'threads.idle_hours': [
    'number',
    168,
    [1, 8760],
    'Hours without access after which a thread is archived.',
  ],
  'threads.token_budget': [
    'integer',
    1500,
    [100, 20_000],
    "Tokens of a thread's codes where it is shown alone.",
  ],

  'memories.token_budget': [
    'integer',
    1500,
    [100, 20_000],
    'Tokens of memories in memory_context.',
  ],
  'memories.max_chars': ['integer', 4000, [100, 20_000], 'Characters of a memory.'],
  'memories.recent': [
    'integer',
    10,
    [1, 100],
    'Memories that cortex_stm lists when no limit is asked for.',
  ],
  'memories.access_count': [
    'integer',
    3,
    [2, 100],
    'Uses in one session that count as repeated access.',
  ],
  'memories.access_boost': ['number', 0.05, [0, 1], 'Confidence gained by repeated access.'],
  'memories.sop_boost': ['number', 0.1, [0, 1], 'Confidence gained when an SOP was consulted.'],
  'memories.hook_penalty': [
    'number',
    0.1,
    [0, 1],
    'Confidence lost when a tool ran without its SOP.',
  ],
  'memories.claim_penalty': [
    'number',
    0.1,
    [0, 1],
    'Confidence lost when what a memory names is gone.',
  ],

  'context.token_budget': [
    'integer',
    3000,
    [200, 40_000],
    'Tokens of an answer of memory_context.',
  ],
  'context.question_token_budget': [
    'integer',
    800,
    [200, 40_000],
    'Tokens of its answer to a question; 400 more for a conversation that was told nothing.',
  ],

  'mcp.other_projects': [
    'choice',
    'never',
    ['never', 'ask', 'always'],
    'Serve the memory of other projects to the tools.',
  ],

  'projects.trust_remotes': [
    'list',
    [],
    null,
    'Remotes such as github.com/acme/ whose clones are one project, once a recorded commit is found in them.',
  ],
  'projects.foreign_work': [
    'choice',
    'on',
    ['on', 'off'],
    'Keep with a project, and tell its next session, what sessions of other projects did in it: files, checks, commits.',
  ],

  'share.auto': [
    'boolean',
    true,
    null,
    'Sync a shared project by itself, in a process of its own; nothing is shared before cortex share init or join.',
  ],
  'share.audience': [
    'choice',
    'team',
    ['team', 'me'],
    'Who may read the work of a shared project: its members, or only your own machines.',
  ],
  'share.trust': ['list', [], null, 'Logins of teammates whose CRITICAL pins count as CRITICAL.'],
  'share.every_seconds': [
    'integer',
    20,
    [5, 3600],
    'Least time between two syncs that start by themselves.',
  ],
  'share.push': [
    'choice',
    'pause',
    ['pause', 'turn'],
    'Send after that pause, or at the end of every turn.',
  ],
  'share.fresh_minutes': [
    'integer',
    10,
    [1, 1440],
    'How long a start relies on what was received.',
  ],
  'share.wait_ms': [
    'integer',
    600,
    [0, 5000],
    'How long a start waits for a shared project that was never received here.',
  ],
  'share.lease_hours': [
    'integer',
    168,
    [1, 8760],
    'Silence after which a session of another machine counts as over.',
  ],

  'ledger.persist': ['boolean', true, null, 'Keep the ledger over a restart of the process.'],
  'ledger.inactivity_minutes': [
    'number',
    30,
    [1, 10_080],
    'Inactivity after which all may be sent again.',
  ],
  'ledger.max_hours': ['number', 24, [1, 8760], 'Hours after which all may be sent again.'],
  'ledger.max_tokens': [
    'integer',
    1_000_000,
    [1000, 1_000_000_000],
    'Tokens before all may be sent again.',
  ],
  'ledger.file_note': [
    'boolean',
    false,
    null,
    'Tell the model that a file it read again has not changed (then run cortex setup again).',
  ],
  'ledger.retention_days': ['number', 7, [1, 3650], 'Days for which an ended ledger is kept.'],

  'capture.exclude': [
    'list',
    [],
    null,
    'Folders (`*`, `**`, `[ab]`, `{a,b}`) in which nothing is captured and nothing is told.',
  ],
  'capture.lines': [
    'boolean',
    true,
    null,
    'Mark the lines that tools write, by which cortex why finds their sessions.',
  ],
  'capture.repeat_ms': [
    'integer',
    2000,
    [0, 60_000],
    'Time in which equal events without ids count once.',
  ],
  'redaction.strict': [
    'boolean',
    false,
    null,
    'Also redact what looks random near a word for a secret, on other lines too.',
  ],

  'sessions.lease_minutes': [
    'number',
    30,
    [1, 1440],
    'Silence after which an owner out of sight is gone.',
  ],
  'sessions.max_row_bytes': [
    'integer',
    51_200,
    [4096, 51_200],
    'Bytes of a stored session; the oldest gives way.',
  ],

  'hook.deadline_ms': [
    'integer',
    1000,
    [1, 10_000],
    'Processor time after which a hook lets the host go on; three times as much by the clock.',
  ],
  'hook.database_wait_ms': [
    'integer',
    100,
    [0, 10_000],
    'Time that a hook waits for other writers.',
  ],

  'working_memory.mirror': ['boolean', false, null, 'Mirror the pins to a working_memory.json.'],
  'working_memory.file': [
    'path',
    'working_memory.json',
    'CORTEX_HOME',
    'File that is read and mirrored to.',
  ],

  'sop.folders': ['list', ['sops'], null, 'Folders of standing instructions, below CORTEX_HOME.'],
  'sop.cooldown_minutes': [
    'number',
    5,
    [0, 1440],
    'Time before an SOP that the model forgot is given again.',
  ],
  'sop.max_chars': [
    'integer',
    4000,
    [1000, 9500],
    'Characters of standing instructions before one call.',
  ],

  // Lookback and CRITICAL pins reach up to 30 days back: nothing may leave the hot table before.
  'retention.cold_after_days': [
    'number',
    30,
    [30, 3650],
    'Age at which a session goes to cold storage.',
  ],
  'retention.backups': [
    'integer',
    3,
    [0, 100],
    'Backups of the database that are kept, a day each; that of today is made anew every hour of work.',
  ],

  'openclaw.share_agents': ['boolean', false, null, 'Work of other agents may contribute.'],
  'openclaw.share_channels': ['boolean', false, null, 'Work on other channels may contribute.'],
  'openclaw.share_senders': ['boolean', false, null, 'Work with other senders may contribute.'],

  'repair.auto': [
    'boolean',
    true,
    null,
    'Repair the database by itself when a hook finds it damaged.',
  ],
  'maintenance.auto': [
    'boolean',
    true,
    null,
    "Run maintenance at a session's end when it is due, and make a backup every hour of work.",
  ],
  'maintenance.every_hours': [
    'number',
    24,
    [1, 8760],
    'Least time between two runs by themselves.',
  ],
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;
export type OptionValue = boolean | number | string | readonly string[];
export type Config = { readonly [Name in OptionName]: OptionValueOf<(typeof OPTIONS)[Name]> };

type OptionValueOf<Row extends Option> = Row extends readonly [
  'choice',
  string,
  readonly (infer Choice)[],
  string,
]
  ? Choice
  : {
      boolean: boolean;
      number: number;
      integer: number;
      choice: string;
      path: string;
      list: readonly string[];
    }[Row[0]];

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

export function optionNames(): OptionName[] {
  return Object.keys(OPTIONS) as OptionName[];
}

export function optionOf(name: OptionName): Option {
  return OPTIONS[name];
}

/** `CORTEX_PINS_MAX` of `pins.max`; where there is an alias it comes first, and counts first. */
export function environmentNames(name: OptionName): readonly string[] {
  const systematic = `CORTEX_${name.toUpperCase().replaceAll('.', '_')}`;
  const alias = optionOf(name)[4];
  return alias === undefined ? [systematic] : [alias, systematic];
}

/** Names of earlier versions. A setting that still has them is no mistake; it does nothing. */
export const RETIRED_OPTIONS: readonly string[] = [
  'restore.thread',
  'restore.budget.state',
  'restore.budget.rules',
  'restore.budget.earlier',
  'restore.budget.topics',
  'restore.budget.passages',
  'restore.budget.pointers',
  'restore.pointers',
  'restore.budget.thread',
  'telemetry.enabled',
  'telemetry.content',
  'telemetry.max_mb',
];

/** Describes an option's accepted values in words that fit into a sentence. */
export function acceptable([kind, , accepts]: Option): string {
  switch (kind) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return `a number from ${accepts[0]} to ${accepts[1]}`;
    case 'integer':
      return `a whole number from ${accepts[0]} to ${accepts[1]}`;
    case 'choice':
      return accepts.join(' or ');
    case 'path':
      return `a path (below ${accepts})`;
    case 'list':
      return 'a list of texts';
  }
}

export function fits([kind, , accepts]: Option, value: unknown): value is OptionValue {
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' && value >= accepts[0] && value <= accepts[1];
    case 'integer':
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= accepts[0] &&
        value <= accepts[1]
      );
    case 'choice':
      return typeof value === 'string' && accepts.includes(value);
    case 'path':
      return isText(value);
    case 'list':
      return Array.isArray(value) && value.length <= 100 && value.every(isText);
  }
}

/** The value that a text stands for; a text that stands for none comes back as it is, and will not fit. */
export function fromText([kind]: Option, text: string): unknown {
  switch (kind) {
    case 'boolean':
      if (/^(?:1|true|yes|on)$/i.test(text)) return true;
      return /^(?:0|false|no|off)$/i.test(text) ? false : text;
    case 'number':
    case 'integer':
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text;
    case 'list':
      return text === '' ? [] : text.split(',').map((item) => item.trim());
    default:
      return text;
  }
}

/** A text that is not blank, and that a path or a line of a log can carry. */
function isText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 4096 &&
    value.trim() !== '' &&
    !/[\0-\x1f\x7f]/.test(value)
  );
}
