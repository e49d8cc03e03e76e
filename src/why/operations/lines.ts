import { shortId } from '../../domain/base/ids.ts';
import type { View, ViewLine } from '../../operations/base/view.ts';
import { count, localTime, timeAgo } from '../../operations/base/words.ts';
import type { AnsweredBlock, LineAuthor, WhyAnswer } from '../engine/answer.ts';
import type { LinePlace } from './place.ts';

/** An answer as it is read: one block whole, several a line each. */
export function answerLines(answer: WhyAnswer, place: LinePlace, view: View): readonly ViewLine[] {
  const { blocks, path } = answer;
  if (place.from !== null && blocks.length <= MOST_WHOLE)
    return [...blocks.flatMap((block) => ['', ...blockLines(path, block, view)]).slice(1)];
  return [view.style.bold(path), ...blocks.map((block) => shortLine(block, view))];
}

/** Blocks that are told whole. */
const MOST_WHOLE = 4;

function blockLines(path: string, block: AnsweredBlock, view: View): readonly ViewLine[] {
  const { from, to, origin, wrote } = block;
  const { bold, cyan, dim } = view.style;
  const row = (name: string, text: string | null): readonly ViewLine[] =>
    text ? [{ mark: dim(name.padEnd(9)), text }] : [];
  const place = `${path}:${from}${to > from ? `-${to}` : ''}`;
  const git = originWords(origin, view);
  if (wrote === null)
    return [bold(place), ...row('commit', git), ...row('session', unknownWords(block))];
  const { session, host, turn, at, isProbable, agent, tried, failed, checks, decided } = wrote;
  const probably = isProbable ? 'probably ' : '';
  return [
    bold(place),
    ...row(
      'session',
      `${probably}${cyan(shortId(session))}, turn ${turn}, ${timeAgo(at, view.now)} (${localTime(at)}), ${host}`,
    ),
    ...row('asked', askedWords(wrote)),
    ...row('agent', agent && `"${agent}"`),
    ...row('tried', triedWords(tried, failed)),
    ...row('then', checks.join(', ')),
    ...row('decided', decided.join('; ')),
    ...row('was', wrote.path && `in ${wrote.path}`),
    ...row('commit', git),
    ...row(
      'read on',
      view.by === 'agent'
        ? `session_read ${shortId(session)}, turn ${turn}`
        : `cortex show ${shortId(session)} --at ${turn}`,
    ),
  ];
}

function unknownWords({ origin, isEarlier }: AnsweredBlock): string {
  if (origin.kind === 'uncommitted') return 'none is known';
  return isEarlier ? 'written before lines were marked' : 'none is on record';
}

function askedWords({ asked }: LineAuthor): string {
  return asked.map(({ words }) => `"${words}"`).join(' / ');
}

function triedWords(tried: number, failed: readonly string[]): string | null {
  const parts = [
    ...(tried > 0 ? [`${count(tried, 'earlier change')} of it in the turn`] : []),
    ...(failed.length > 0 ? [`red before: ${[...new Set(failed)].join(', ')}`] : []),
  ];
  return parts.join('; ') || null;
}

function originWords(origin: AnsweredBlock['origin'], { now }: View): string {
  if (origin.kind === 'uncommitted') return 'not committed';
  if (origin.kind === 'unknown') return 'git does not say';
  const { commit } = origin;
  return `${commit.id.slice(0, 10)} ${commit.summary} (${commit.author}, ${timeAgo(commit.at, now)})`;
}

function shortLine({ from, to, origin, wrote }: AnsweredBlock, view: View): ViewLine {
  const { cyan, dim } = view.style;
  const mark = dim(`${from}${to > from ? `-${to}` : ''}`.padEnd(11));
  if (wrote === null) return { mark, text: dim(originWords(origin, view)) };
  const probably = wrote.isProbable ? 'probably ' : '';
  const words = wrote.asked.at(-1)?.words ?? wrote.title ?? '';
  return {
    mark,
    text: `${probably}${cyan(shortId(wrote.session))} turn ${wrote.turn}: ${words.slice(0, LONGEST)}`,
  };
}

const LONGEST = 100;
