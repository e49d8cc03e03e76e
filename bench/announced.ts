/**
 * Precision and recall of decisions and blockers over labelled messages of developers to a coding agent.
 *
 *   node bench/announced.ts            both halves
 *   node bench/announced.ts dev show   one half, with what went wrong
 *
 * The labels were written before the rules; the rules were tuned on the half "dev" only.
 */
import { readFileSync } from 'node:fs';
import { announcedIn } from '../src/domain/observe/announced.ts';

interface Labelled {
  readonly id: string;
  readonly split: 'dev' | 'held';
  readonly text: string;
  readonly decisions: readonly { readonly choice: string; readonly reason: string | null }[];
  readonly blockers: readonly { readonly type: string; readonly text: string }[];
}

interface Count {
  right: number;
  found: number;
  labelled: number;
  /** Right ones whose reason, or whose type, is right as well. */
  detail: number;
  /** Messages in which something was found, and those of them in which something was labelled. */
  messages: number;
  rightMessages: number;
}

const file = new URL('./data/developer-messages.jsonl', import.meta.url);
const messages = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Labelled);

const words = (text: string) => new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}_#@]+/gu) ?? []);

/** Two texts mean the same thing when each holds at least half of the other's words. */
function same(a: string, b: string): boolean {
  const [left, right] = [words(a), words(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return common * 2 >= left.size && common * 2 >= right.size && common > 0;
}

function score<T>(
  found: readonly T[],
  labels: readonly T[],
  text: (item: T) => string,
  detail: (a: T, b: T) => boolean,
  count: Count,
) {
  const left = [...labels];
  count.found += found.length;
  count.labelled += labels.length;
  if (found.length > 0) count.messages++;
  if (found.length > 0 && labels.length > 0) count.rightMessages++;
  const wrong: string[] = [];
  for (const item of found) {
    const at = left.findIndex((label) => same(text(item), text(label)));
    if (at < 0) wrong.push(`+ ${text(item)}`);
    else {
      count.right++;
      if (detail(item, left[at]!)) count.detail++;
      left.splice(at, 1);
    }
  }
  return [...wrong, ...left.map((label) => `- ${text(label)}`)];
}

const sameReason = (a: string | null, b: string | null) => (a === null || b === null ? a === b : same(a, b));
const percent = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));

const [only, show] = process.argv.slice(2);
for (const split of ['dev', 'held'] as const) {
  if (only !== undefined && only !== split) continue;
  const part = messages.filter((message) => message.split === split);
  const decided: Count = { right: 0, found: 0, labelled: 0, detail: 0, messages: 0, rightMessages: 0 };
  const blocked: Count = { right: 0, found: 0, labelled: 0, detail: 0, messages: 0, rightMessages: 0 };
  for (const message of part) {
    const { decisions, blockers } = announcedIn(message.text);
    const wrong = [
      ...score(
        decisions,
        message.decisions,
        (item) => item.choice,
        (a, b) => sameReason(a.reason, b.reason),
        decided,
      ),
      ...score(
        blockers,
        message.blockers,
        (item) => item.text,
        (a, b) => a.type === b.type,
        blocked,
      ),
    ];
    if (show === 'show' && wrong.length > 0)
      console.log(`${message.id} ${JSON.stringify(message.text).slice(0, 160)}\n    ${wrong.join('\n    ')}`);
  }
  const quiet = part.filter((message) => message.decisions.length + message.blockers.length === 0);
  const disturbed = quiet.filter(
    ({ text }) => announcedIn(text).decisions.length + announcedIn(text).blockers.length > 0,
  );
  console.log(`${split}: ${part.length} messages, ${quiet.length} of them without either`);
  for (const [name, count, detail] of [
    ['decisions', decided, 'reason'],
    ['blockers ', blocked, 'type'],
  ] as const) {
    console.log(
      `  ${name}  precision ${percent(count.right, count.found)} (${count.right}/${count.found})  recall ${percent(count.right, count.labelled)} (${count.right}/${count.labelled})  ${detail} right ${percent(count.detail, count.right)}  messages rightly taken ${percent(count.rightMessages, count.messages)} (${count.rightMessages}/${count.messages})`,
    );
  }
  console.log(`  messages without either that yielded one: ${disturbed.length}`);
}
