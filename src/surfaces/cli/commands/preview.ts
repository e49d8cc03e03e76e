import type { Deps } from '../../../engine/deps.ts';
import { knownBy } from '../../../engine/projects/know.ts';
import { type Preview, preview as previewOf, type WouldBeTold } from '../../../engine/restore/preview.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { printExplanation, type RuleWords, ruleWords } from '../explanation.ts';
import { chooseScope, inWords, SCOPE_FLAGS, type ScopeChoice } from '../scope.ts';
import { printTold } from '../told.ts';

export const preview = command({
  name: 'preview',
  summary: 'Show what the next session here would be told, and why.',
  about:
    'The text itself, then each session with its score and where it stopped as seen from what is checked out, each pin, task, rule and memory with why it would be told, refused ' +
    'or only counted. Nothing is written and nothing counts as told. With --prompt also what a first prompt of these words ' +
    'would add.',
  args: [],
  flags: {
    prompt: { value: 'words', short: 'p', help: 'Also what a first prompt of these words would add.' },
    ...SCOPE_FLAGS,
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex preview', says: 'what would my agent know if it started now?' },
    { line: 'cortex preview --prompt "fix the retry of the webhook"', says: 'and what if I asked for this?' },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const choice = await chooseScope(deps, cli.cwd(), flags);
      const branch = choice.chosen ? null : deps.locate(cli.cwd()).branch;
      const place = { scope: choice.scope, branch };
      const known = await signOf(deps, choice, cli.cwd());
      const seen = withSign(await previewOf(deps, place, flags.prompt ?? null), known);
      if (flags.json) {
        cli.out.json({ scope: place.scope.label, branch, enabled: isOn(deps), ...seen });
        return 0;
      }
      const both = [seen.start, ...(seen.prompt ? [seen.prompt] : [])];
      const rules = await ruleWords(
        deps,
        both.map(({ explanation }) => explanation),
      );
      print(cli, place.scope.label, seen, rules);
      if (!isOn(deps)) cli.err.block('Restoring is switched off (restore.enabled): nothing of it is told.');
      return 0;
    }),
});

/** By which sign the folder is known; a project that was named is known by its name. */
async function signOf(deps: Deps, { chosen }: ScopeChoice, cwd: string): Promise<string | null> {
  const { place } = deps.locate(cwd);
  return chosen || place === undefined ? null : knownBy(deps, place);
}

function withSign(seen: Preview, known_by: string | null): Preview {
  if (known_by === null) return seen;
  return { ...seen, start: { ...seen.start, explanation: { ...seen.start.explanation, known_by } } };
}

function isOn({ config }: Pick<Deps, 'config'>): boolean {
  return config['session_persistence.enabled'] && config['restore.enabled'];
}

function print(cli: Cli, label: string, { start, prompt }: Preview, rules: RuleWords): void {
  const { out } = cli;
  printOne(cli, `The next session in ${inWords(label)} would be told`, start, rules);
  if (!prompt) return;
  out.line();
  printOne(cli, 'The first prompt would add', prompt, rules);
}

function printOne({ out }: Cli, what: string, { text, explanation }: WouldBeTold, rules: RuleWords): void {
  const { bold } = out.style;
  if (text === null) out.block(bold(`${what} nothing.`));
  else {
    out.block(bold(`${what}:`));
    out.line();
    printTold(out, text);
  }
  out.line();
  out.block(bold('Why'));
  printExplanation(out, explanation, rules);
}
