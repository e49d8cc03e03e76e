import { shortId } from '../../../domain/base/ids.ts';
import type { Operation, OperationCall } from '../../../operations/base/operation.ts';
import { timeAgo } from '../../../operations/base/words.ts';
import { memoryShow } from '../../../operations/memories/look.ts';
import {
  foundTitle,
  type SearchAnswer,
  type SearchFindings,
  searchOperation,
} from '../../../operations/search/search.ts';
import { showOperation } from '../../../operations/sessions/show.ts';
import type { CommandFlags, CommandInput } from '../base/command.ts';
import type { Cli, KeyScreen } from '../base/context.ts';
import { stripControls } from '../base/output.ts';
import { cutToWidth } from '../base/width.ts';
import { beginPicking, type Picker, pressKey, shownResults, withResults } from './picker.ts';

/** The operation that shows a place, with its words. */
interface OpenedPlace extends CommandInput<CommandFlags> {
  readonly operation: Operation;
}

/** A place that was found, in a line, and what shows it whole. */
export interface PickedPlace {
  readonly title: string;
  readonly about: string;
  /** Null where there is nothing more to show. */
  readonly opens: OpenedPlace | null;
}

const AT_ONCE = 40;
const LEAST_ROOM = 5;
/** Lines of the screen that are no results: the field, the remark, the keys. */
const AROUND = 4;

/** Searches while a person types at the terminal; null where they leave without choosing. */
export async function pickByTyping(
  cli: Cli,
  call: OperationCall,
  query: string,
): Promise<PickedPlace | null> {
  let state: Picker<PickedPlace> = beginPicking(query);
  let looking = Promise.resolve();
  await cli.followKeys(
    (key, screen) => {
      const before = state.query;
      state = pressKey(state, key);
      screen.draw(screenLines(cli, state, screen));
      if (state.query !== before) look(screen);
      return state.ended !== null;
    },
    (screen) => look(screen),
  );
  await looking;
  return state.ended === 'chosen' ? (state.results[state.at] ?? null) : null;

  function look(screen: KeyScreen): void {
    const asked = state.query;
    // One after the other: a letter that comes meanwhile makes the one before worthless.
    looking = looking.then(async () => {
      if (asked !== state.query || state.ended !== null) return;
      state = withResults(state, asked, await found(call, asked));
      if (state.ended === null) screen.draw(screenLines(cli, state, screen));
    });
  }
}

async function found(
  call: OperationCall,
  query: string,
): Promise<{ results: readonly PickedPlace[]; remark: string }> {
  if (query.trim() === '') return { results: [], remark: 'Type words, or a time: last Tuesday' };
  const searched: SearchFindings = await searchOperation.run(call, {
    query: query.trim(),
    limit: AT_ONCE,
    elsewhere: true,
  });
  if (searched.ofLine !== null) return { results: [whyOf(query.trim())], remark: '' };
  const results = searched.answers.map((answer) => pickOf(answer, call.deps.now()));
  const remark = searched.isElsewhere ? 'Nothing in this project; these are of others.' : '';
  return {
    results,
    remark: results.length === 0 ? 'Nothing found, here or in other projects.' : remark,
  };
}

/** The reason of a line of a file, which the search itself tells. */
function whyOf(query: string): PickedPlace {
  return {
    title: `Why is ${query} so?`,
    about: 'the session that wrote it',
    opens: { operation: searchOperation, args: [query], flags: {} },
  };
}

function pickOf(answer: SearchAnswer, now: number): PickedPlace {
  if (answer.kind === 'team')
    return { title: answer.hit.content, about: `shared by ${answer.hit.author}`, opens: null };
  if (answer.kind === 'memory') {
    const { id, content, updatedAt } = answer.memory;
    return {
      title: content,
      about: `memory, ${timeAgo(updatedAt, now)}`,
      opens: { operation: memoryShow, args: [id], flags: {} },
    };
  }
  const { document, turn } = answer;
  const about = [timeAgo(document.ended, now), document.host, document.scope]
    .filter(Boolean)
    .join(', ');
  return {
    title: foundTitle(answer),
    about,
    opens: document.kind === 'session' ? sessionAt(shortId(document.ref), turn) : null,
  };
}

function sessionAt(id: string, turn: number | null): OpenedPlace {
  const flags = (turn === null ? {} : { at: String(turn) }) as CommandInput['flags'];
  return { operation: showOperation, args: [id], flags };
}

function screenLines(
  { err }: Cli,
  state: Picker<PickedPlace>,
  { rows, columns }: KeyScreen,
): string[] {
  const { bold, dim, cyan } = err.style;
  const { from, shown } = shownResults(state, Math.max(LEAST_ROOM, Math.min(20, rows - AROUND)));
  const line = ({ title, about }: PickedPlace, i: number) => {
    const isChosen = from + i === state.at;
    const room = columns - about.length - 6;
    const short = cutToWidth(stripControls(title, false), Math.max(10, room));
    return `${isChosen ? cyan('> ') : '  '}${isChosen ? bold(short) : short}  ${dim(stripControls(about, false))}`;
  };
  return [
    ...shown.map(line),
    dim(state.remark === '' ? `${state.results.length} found` : state.remark),
    dim('arrows choose, Enter opens, Esc leaves'),
    `${cyan('search:')} ${state.query}`,
  ];
}
