import type { Cli } from '../context.ts';
import { type HostPlan, isChange } from './plan.ts';
import { printSummary } from './show.ts';

/** A line for each agent, and a question: all of them, some, or none; the changed lines are shown on request. */
export async function choosePlans(
  cli: Cli,
  plans: readonly HostPlan[],
  showDiffs: () => void,
): Promise<readonly HostPlan[]> {
  const { out } = cli;
  const open = plans.filter(({ steps }) => steps.some(isChange));
  const numbers = new Map(open.map((plan, index) => [plan, String(index + 1)]));
  for (const plan of plans) if (plan.steps.length > 0) printSummary(out, plan, numbers.get(plan) ?? ' ');
  out.line();
  const which = open.length > 1 ? ', their numbers for some' : '';
  for (;;) {
    const typed = await cli.ask(`Connect? [Y]es${which}, [d]iff, [n]o: `);
    if (typed === null || /^no?$/i.test(typed)) return [];
    if (/^d(?:iff)?$/i.test(typed)) {
      showDiffs();
      out.line();
      continue;
    }
    if (/^(?:|y(?:es)?|a(?:ll)?)$/i.test(typed)) return plans;
    const words = typed.split(/[\s,]+/).filter(Boolean);
    const chosen = open.filter(
      (plan) => words.includes(numbers.get(plan)!) || words.includes(plan.host.name),
    );
    if (chosen.length === new Set(words).size) return chosen;
    out.block(`There is no agent ${words.join(', ')} in this list.`);
  }
}
