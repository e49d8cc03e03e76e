import { redact as redactText, type SecretFinding } from '../../../domain/redact/redact.ts';
import { declareCommand, JSON_FLAG } from '../base/command.ts';
import { Failure } from '../base/errors.ts';

export const redactCommand = declareCommand({
  name: 'redact',
  summary: 'Show which secrets are removed from a text before it is stored.',
  about:
    'Prints the text as Cortex would keep it; it stores nothing. With --check it lists only ' +
    'what would go: line, rule, and how much, never the secret itself. It then exits with 1 ' +
    'if something would go.',
  args: [{ name: 'file', help: 'A text file, or - for standard input.' }],
  flags: {
    check: { help: 'List what would be removed instead of printing the text.' },
    strict: { help: 'With the strict rules too, whatever redaction.strict says.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex redact --check .env', says: 'what would be removed from it' },
    { line: 'cortex redact --check -', says: 'the same for what is piped in' },
  ],
  run: async (cli, { args, flags }) => {
    const [file] = args as [string];
    const text = file === '-' ? cli.readInput() : cli.readText(file);
    if (text === null)
      throw new Failure(`${file} cannot be read.`, 'Name a text file, or - for standard input.');
    const strict = flags.strict || cli.home().config['redaction.strict'];
    const result = redactText(text, { strict });
    const found = result.found.map((finding) => located(text, finding));
    if (flags.json) cli.out.json({ strict, found, ...(flags.check ? {} : { text: result.text }) });
    else if (!flags.check) cli.out.block(result.text);
    else if (found.length === 0) cli.out.line('Nothing would be removed.');
    else {
      for (const { line, rule, characters } of found)
        cli.out.line(`line ${line}: ${rule}, ${characters} characters`);
    }
    return flags.check && found.length > 0 ? 1 : 0;
  },
});

/** A finding's line and length, never its text. */
function located(text: string, { rule, start, end }: SecretFinding) {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++;
  return { line, rule, characters: end - start };
}
