import type { Cli } from '../base/context.ts';
import { type HostPlan, isChange } from './plan.ts';
import { printSummary } from './show.ts';

/** Asks until somebody says yes (true), no (false), or something else that `read` understands; d shows the changed lines. */
export async function askUntilDecided<T>(
  cli: Cli,
  question: string,
  showDiffs: () => void,
  read: (typed: string) => T | null = () => null,
): Promise<T | boolean> {
  cli.out.line();
  for (;;) {
    const typed = await cli.ask(question);
    if (typed === null || /^no?$/i.test(typed)) return false;
    if (/^(?:|y(?:es)?|a(?:ll)?)$/i.test(typed)) return true;
    const understood = read(typed);
    if (understood !== null) return understood;
    if (/^d(?:iff)?$/i.test(typed)) showDiffs();
    else cli.out.block(`${typed} is not one of these.`);
    cli.out.line();
  }
}

/** A line for each agent, and a question: all of them, some, or none. */
export async function choosePlans(
  cli: Cli,
  plans: readonly HostPlan[],
  showDiffs: () => void,
): Promise<readonly HostPlan[]> {
  const open = plans.filter(({ steps }) => steps.some(isChange));
  const numberOf = (plan: HostPlan) => (open.includes(plan) ? String(open.indexOf(plan) + 1) : ' ');
  for (const plan of plans) if (plan.steps.length > 0) printSummary(cli.out, plan, numberOf(plan));
  const which = open.length > 1 ? ', their numbers for some' : '';
  const chosen = await askUntilDecided(
    cli,
    `Connect? [Y]es${which}, [d]iff, [n]o: `,
    showDiffs,
    (typed) => {
      const words = new Set(typed.split(/[\s,]+/).filter(Boolean));
      const some = open.filter((plan) => words.has(numberOf(plan)) || words.has(plan.host.name));
      return some.length === words.size ? some : null;
    },
  );
  if (chosen === true) return plans;
  return chosen === false ? [] : chosen;
}
