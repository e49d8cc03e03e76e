import type { Deps } from '../../../engine/deps.ts';
import { type Preview, preview as previewOf, type WouldBeTold } from '../../../engine/restore/preview.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { printExplanation, type RuleWords, ruleWords } from '../explanation.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
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
      const seen = await previewOf(deps, place, flags.prompt ?? null);
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
