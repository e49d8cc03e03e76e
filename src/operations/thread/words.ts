import { decisionLine } from '../../domain/answer/state.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { shortestNames } from '../../domain/thread/file-names.ts';
import { lastAccess } from '../../engine/thread/thread-record.ts';
import type { ThreadSeen } from '../../store/threads.ts';
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
  const aged = (text: string, at: number) => `${oneLine(text, 240)} ${dim(`(${ago(at, now)})`)}`;
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
        .map(({ type, text, at }) => aged(`${type}: ${text}`, at)),
    ),
    ...section(
      'Next',
      thread.next.map(({ text, status, at }) =>
        aged(status === 'in_progress' ? `${text}, under way` : text, at),
      ),
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
      latest(thread.done, MOST_DONE).map(({ text, at }) => aged(text, at)),
      thread.done.length - MOST_DONE,
    ),
    ...section(
      'Files',
      latest(paths, MOST_FILES).map((path) => names.get(path) ?? path),
      paths.length - MOST_FILES,
    ),
  ];
}
