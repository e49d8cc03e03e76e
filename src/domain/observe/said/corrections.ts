import { clausesOf, formsFor, type Reading } from './languages.ts';
import { readPrompt } from './prompts.ts';

const MOST = 5;
const LONGEST = 300;

/**
 * The sentences in which a person rules for good, and those in which they set right what the agent did or said. None is
 * both.
 */
export function saidIn(text: string): {
  readonly rules: readonly string[];
  readonly corrections: readonly string[];
} {
  const { lines, readings, rules } = readPrompt(text);
  const ruled = new Set<number>();
  for (const { from, to } of rules) {
    for (let at = from; at <= to; at++) ruled.add(at);
  }
  const free = (at: number) => at < lines.length && !lines[at]!.question && !ruled.has(at);
  const found: string[] = [];
  for (let at = 0; at < lines.length && found.length < MOST; at++) {
    if (!free(at)) continue;
    const line = lines[at]!;
    if (!isBare(readings[at]!)) {
      if (isCorrection(readings[at]!)) found.push(line.text);
    } else if (free(at + 1) && !isBare(readings[at + 1]!)) {
      const both = text
        .slice(line.start, lines[at + 1]!.end)
        .trim()
        .replace(/\s+/g, ' ');
      if (both.length <= LONGEST) found.push(both);
      at++;
    }
  }
  return { rules: rules.map(({ rule }) => rule), corrections: found };
}

const isBare = ({ language, said }: Reading) => language.bareCorrection.test(said);

function isCorrection(reading: Reading): boolean {
  const { language, said } = reading;
  const forms = formsFor(language.correction, reading);
  if (forms.length === 0) return false;
  return (
    clausesOf(reading).some(({ before, clause }) => {
      // Inside a sentence "no" is a part of speech: "…, no output is produced".
      if (before !== '' && /^no\b/.test(clause)) return false;
      return forms.some((form) => form.test(clause)) && !language.foreign.test(before);
    }) && !language.notCorrection.test(said)
  );
}
