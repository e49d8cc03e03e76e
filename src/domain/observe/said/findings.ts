import { formsFor, type Reading, readingsOf } from './languages.ts';
import { type Line, replyLines } from './reading.ts';

const MOST = 5;
/** A shorter sentence names no cause: "Found the root cause." */
const FEWEST_WORDS = 6;

/**
 * The sentences of an agent that say what it found out: a cause, a quirk, a dead end, a choice. Where a reply has more
 * than five, the last five count.
 */
export function findingsIn(reply: string): readonly string[] {
  const lines = replyLines(reply);
  const readings = readingsOf(lines);
  return lines
    .filter((line, at) => isFinding(line, readings[at]!))
    .slice(-MOST)
    .map(({ text }) => text.replace(/\*\*/g, ''));
}

function isFinding(line: Line, reading: Reading): boolean {
  const { language, said } = reading;
  // A sentence that begins with a quotation is mostly a test's name.
  if (line.question || /^["“'(]/.test(line.text)) return false;
  if (!language.script && said.split(' ').length < FEWEST_WORDS) return false;
  return (
    formsFor(language.finding, reading).some((form) => form.test(said)) && !language.notFinding.test(said)
  );
}
