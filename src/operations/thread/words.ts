import { byline } from '../../domain/answer/lines.ts';
import { decisionLine } from '../../domain/answer/state.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { shortestNames } from '../../domain/thread/file-names.ts';
import type { Mark } from '../../domain/thread/thread.ts';
import { lastAccess } from '../../engine/thread/thread-record.ts';
import type { ThreadSeen } from '../../store.ts';
import type { Line, View } from '../view.ts';
import { ago, count } from '../words.ts';

const MOST_DONE = 10;
const MOST_FILES = 15;

/** A thread as a person reads it: what is next and in the way first. */
export function threadLines(seen: ThreadSeen, { style, now }: View): readonly Line[] {
  const { head, thread } = seen;
  const { bold, dim } = style;
  const section = (title: string, lines: readonly string[], more = 0): readonly Line[] =>
    lines.length === 0
      ? []
      : [
          '',
          bold(title),
          ...lines.map((text) => ({ mark: '- ', text })),
          ...(more > 0 ? [dim(`… ${more} more`)] : []),
        ];
  /** With its age, and under the name of the teammate whose word it is. */
  const aged = (text: string, { at, from }: Pick<Mark, 'at' | 'from'>) =>
    `${oneLine(text, 240)} ${dim(from === undefined ? `(${ago(at, now)})` : byline(from, at, now, 'relative'))}`;
  const latest = <T>(all: readonly T[], most: number) => all.toReversed().slice(0, most);
  const paths = thread.files.filter(({ how }) => how !== 'delete').map(({ path }) => path);
  const names = shortestNames(paths);
  const phase = thread.phase === null ? '' : `, ${oneLine(thread.phase, 120)}`;
  const about = `${count(thread.turns, 'turn')}, worked on ${ago(lastAccess(seen), now)}`;
  return [
    `${bold(head.scope.label)}${phase} ${dim(`(${about})`)}`,
    ...section(
      'In the way',
      thread.blockers
        .filter(({ resolved }) => !resolved)
        .toReversed()
        .map((one) => aged(`${one.type}: ${one.text}`, one)),
    ),
    ...section(
      'Next',
      thread.next.map((one) => aged(one.status === 'in_progress' ? `${one.text}, under way` : one.text, one)),
    ),
    ...section(
      'Decided',
      thread.decisions
        .filter(({ replaced }) => !replaced)
        .toReversed()
        .map((decision) => decisionLine(decision, now, 'relative')),
    ),
    ...section(
      'Done',
      latest(thread.done, MOST_DONE).map((one) => aged(one.text, one)),
      thread.done.length - MOST_DONE,
    ),
    ...section(
      'Files',
      latest(paths, MOST_FILES).map((path) => names.get(path) ?? path),
      paths.length - MOST_FILES,
    ),
  ];
}
