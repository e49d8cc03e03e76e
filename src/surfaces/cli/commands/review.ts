import { shortId } from '../../../domain/ids.ts';
import { MOMENTS } from '../../../domain/moment.ts';
import { LEARNT_KINDS, type Learnt } from '../../../domain/origin.ts';
import { isGlobal, type Scope } from '../../../domain/scope.ts';
import { iso } from '../../../domain/time.ts';
import { review as learntFrom } from '../../../engine/review.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { authorOf, SOURCE_FLAG, sinceFlag, sourceFlag } from '../sources.ts';
import { printTable } from '../table.ts';
import { ago, count } from '../times.ts';

export const review = command({
  name: 'review',
  summary: 'List what was learnt from where.',
  about:
    'Rules, findings, memories, pins, decisions, blockers, next actions, tasks and SOPs: whatever a later session may be told, with ' +
    'who said it, in which agent and session, and when. A source is person, agent, tool, file (a file of the project or ' +
    'of another program), import, or the name of an agent program. cortex forget --source takes out what came from one. What an ' +
    'older version did not write down has no author.',
  args: [],
  flags: {
    ...SOURCE_FLAG,
    since: { value: 'when', help: `Nothing older: ${MOMENTS}.` },
    kind: { value: 'kind', choices: LEARNT_KINDS, help: `Only these: ${LEARNT_KINDS.join(', ')}.` },
    limit: { value: 'n', count: true, help: 'How many (all).' },
    all: { help: 'Of every project.' },
    ...SCOPE_FLAGS,
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex review', says: 'what the next session here may be told, and whose word it is' },
    { line: 'cortex review --source agent --since 3d', says: 'what agents added in three days' },
    { line: 'cortex review --source codex --all', says: 'everything that came from one program' },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      if (flags.all && (flags.scope ?? flags.project) !== undefined)
        throw new UsageError('--all is every project; leave out the other.');
      if (flags.kind !== undefined && !(LEARNT_KINDS as readonly string[]).includes(flags.kind))
        throw new UsageError(`--kind takes ${LEARNT_KINDS.join(', ')}, not ${flags.kind}.`);
      const source = await sourceFlag(cli, deps, flags.source);
      const since = sinceFlag(flags.since, deps.now());
      const scope = flags.all ? null : (await chooseScope(deps, cli.cwd(), flags)).scope;
      const found = await learntFrom(deps, {
        scope,
        ...(source !== undefined && { source }),
        ...(since !== undefined && { since }),
      });
      const wanted = found.filter(({ kind }) => flags.kind === undefined || kind === flags.kind);
      const shown = wanted.slice(0, flags.limit ?? wanted.length);
      if (flags.json) cli.out.json(shown.map(asJson));
      else if (wanted.length === 0) sayNothing(cli, scope, source);
      else print(cli, shown, wanted.length, scope, deps.now());
      return 0;
    }),
});

function sayNothing({ out }: Cli, scope: Scope | null, source: string | undefined): void {
  const where = scope === null ? 'anywhere' : `in ${inWords(scope.label)}`;
  const what = source === undefined ? 'was learnt' : `came from ${source}`;
  out.line(`Nothing ${what} ${where}.`);
  if (scope !== null) out.block(out.style.dim('--all looks at every project.'));
}

function print({ out }: Cli, shown: readonly Learnt[], all: number, scope: Scope | null, now: number): void {
  const { cyan, dim } = out.style;
  const isMixed = new Set(shown.map(({ scopeKey }) => scopeKey)).size > 1;
  printTable(
    out,
    [
      { title: 'kind' },
      { title: 'from' },
      { title: 'agent', spare: 3 },
      { title: 'session', spare: 4 },
      { title: 'said', spare: 2 },
      { title: 'scope', least: 8, keep: 'end', spare: 5 },
      { title: 'what', least: 20 },
    ],
    shown.map((one) => [
      { text: one.kind },
      { text: authorOf(one) },
      { text: one.host ?? '', paint: dim },
      { text: one.sessionId ? shortId(one.sessionId) : '', paint: cyan },
      { text: one.at === null ? '' : ago(one.at, now), paint: dim },
      { text: isMixed && !isHere(one, scope) ? one.scope : '', paint: dim },
      { text: one.note === null ? one.text : `${one.text} (${one.note})` },
    ]),
  );
  if (shown.length < all) out.line(`… ${all - shown.length} more`);
  const totals = new Map<string, number>();
  for (const one of shown) totals.set(authorOf(one), (totals.get(authorOf(one)) ?? 0) + 1);
  out.block(
    dim(
      `${count(shown.length, 'entry', 'entries')}: ${[...totals].map(([who, n]) => `${n} ${who}`).join(', ')}.`,
    ),
  );
}

function isHere({ scopeKey }: Learnt, scope: Scope | null): boolean {
  return scope !== null && !isGlobal(scope.key) && scopeKey === scope.key;
}

function asJson({ kind, id, text, by, subagent, host, sessionId, isImported, scope, at, note }: Learnt) {
  return {
    ...{ kind, id, text, by, subagent, host, session_id: sessionId, imported: isImported, scope },
    said_at: at === null ? null : iso(at),
    note,
  };
}
