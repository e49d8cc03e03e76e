import { formsFor, readingsOf } from './languages.ts';
import { promptLines } from './reading.ts';

/** Whether a person takes back the rule that was said last: "forget that", "scratch that". */
export function endsLastRule(text: string): boolean {
  const lines = promptLines(text);
  return readingsOf(lines).some((reading, at) => {
    if (lines[at]!.question) return false;
    const forms = formsFor(reading.language.ending, reading);
    if (forms.length === 0) return false;
    const opened = reading.said.replace(reading.language.openers, '');
    return forms.some((form) => form.test(opened) || form.test(reading.said));
  });
}
