import type { Deps } from '../../../engine/base/deps.ts';
import {
  holdingOfSource,
  SHORTEST_MEANT,
  type SourceHolding,
  sealedWith,
} from '../../../engine/review/review.ts';
import { count } from '../../../operations/base/words.ts';
import type { Cli, Home } from '../base/context.ts';
import {
  askToErase,
  carryOutForgetting,
  forgottenJson,
  sayGoing,
  sayWhatIsLeft,
  sealedInWords,
} from './forget.ts';

/** `cortex forget --source`: everything that came from there goes, wherever it stands. */
export async function forgetSource(
  cli: Cli,
  deps: Deps,
  home: Home,
  source: string,
  flags: { readonly yes: boolean; readonly json: boolean; readonly since: number | undefined },
): Promise<number> {
  const { scope } = deps.locate(cli.cwd());
  const holding = await holdingOfSource(deps, source, scope, flags.since);
  const what = goes(holding);
  if (what.length === 0) {
    if (flags.json) cli.out.json({ forgotten: false, source });
    else cli.out.line(`Nothing here came from ${source}.`);
    sayWhatIsShort(cli, holding);
    return 0;
  }
  if (!flags.yes) {
    sayGoing(cli, what);
    const refused = await askToErase(cli);
    if (refused !== null) return refused;
  }
  for (const { drop } of holding.untrusted) await drop?.();
  const result = await carryOutForgetting(cli, deps, home, holding.subject);
  const sealed = await sealedWith(deps, holding.subject.quotes);
  if (flags.json) {
    const found = foundIn(holding);
    cli.out.json({
      forgotten: true,
      source,
      found,
      sealed_metrics: sealed,
      ...forgottenJson(result),
    });
  } else cli.out.block(`Forgotten: ${what.join(', ')}.`);
  sayWhatIsShort(cli, holding);
  if (sealed > 0 && !flags.json) cli.err.block(`Out of reach: ${sealedInWords(sealed)}`);
  if (holding.items.some(({ kind, by }) => kind === 'task' && by === 'file'))
    cli.err.block('Out of reach: the file of your pipeline, which the next session reads again.');
  return sayWhatIsLeft(cli, result);
}

/** The things that would go, a phrase for each kind. */
function goes({ items, sessions, untrusted, short }: SourceHolding): string[] {
  const byKind = new Map<string, number>();
  for (const one of items)
    if (!short.includes(one)) byKind.set(one.kind, (byKind.get(one.kind) ?? 0) + 1);
  return [
    ...(sessions.length > 0 ? [count(sessions.length, 'whole session')] : []),
    ...Object.entries(NAMES).flatMap(([kind, [one, many]]) => {
      const number = byKind.get(kind) ?? 0;
      return number > 0 ? [count(number, one, many)] : [];
    }),
    ...(untrusted.length > 0 ? [`the trust in ${count(untrusted.length, 'SOP')}`] : []),
  ];
}

const NAMES = {
  rule: ['rule', 'rules'],
  proposal: ['proposed rule', 'proposed rules'],
  finding: ['finding', 'findings'],
  memory: ['memory', 'memories'],
  pin: ['pin', 'pins'],
  decision: ['part of a decision', 'parts of decisions'],
  blocker: ['blocker', 'blockers'],
  next: ['next action', 'next actions'],
  done: ['thing done', 'things done'],
  task: ['task', 'tasks'],
} as const;

function foundIn({ items, sessions, untrusted, short }: SourceHolding) {
  const number = (kind: keyof typeof NAMES) => items.filter((one) => one.kind === kind).length;
  return {
    sessions: sessions.length,
    ...Object.fromEntries(
      Object.keys(NAMES).map((kind) => [kind, number(kind as keyof typeof NAMES)]),
    ),
    sops_untrusted: untrusted.length,
    too_short: short.length,
  };
}

function sayWhatIsShort(cli: Cli, { short }: SourceHolding): void {
  if (short.length === 0) return;
  cli.err.block(
    `Fewer than ${SHORTEST_MEANT} letters are everybody's words and stay: ${short.map(({ kind, text }) => `${kind} ${text}`).join(', ')}. cortex unpin, done and drop let them go.`,
  );
}
