import { formsFor } from './languages.ts';
import { readPrompt } from './prompts.ts';

/** Whether a person takes back the rule that was said last: "forget that", "scratch that". */
export function endsLastRule(text: string): boolean {
  const { lines, readings } = readPrompt(text);
  return readings.some((reading, at) => {
    if (lines[at]!.question) return false;
    const forms = formsFor(reading.language.ending, reading);
    if (forms.length === 0) return false;
    const opened = reading.said.replace(reading.language.openers, '');
    return forms.some((form) => form.test(opened) || form.test(reading.said));
  });
}
