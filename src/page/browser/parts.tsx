import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DAY, HOUR, MINUTE } from '../../domain/base/time.ts';
import {
  askOperation,
  type ConfirmQuestion,
  findStoryId,
  type RequestProblem,
  report,
  surroundings,
} from './api.ts';
import { localDay } from './days.ts';

export function relativeTime(at: string | number, now = Date.now()): string {
  const past = now - new Date(at).getTime();
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (past < 2 * DAY) return `${Math.floor(past / HOUR)} h ago`;
  if (past < 60 * DAY) return `${Math.floor(past / DAY)} d ago`;
  return `${Math.floor(past / (30 * DAY))} mo ago`;
}

/** For a sentence: `4 hours ago`. */
export function relativeTimeInWords(at: string | number): string {
  const past = (report ? Date.parse(report.at) : Date.now()) - new Date(at).getTime();
  if (past < 2 * MINUTE) return 'just now';
  if (past < 2 * HOUR) return `${Math.floor(past / MINUTE)} minutes ago`;
  if (past < 2 * DAY) return `${Math.floor(past / HOUR)} hours ago`;
  if (past < 60 * DAY) return `${Math.floor(past / DAY)} days ago`;
  return `${Math.floor(past / (30 * DAY))} months ago`;
}

/** `14:05`. */
export function timeOfDay(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** `Today`, `Yesterday`, `Tuesday 10 November`. */
export function dayName(day: string, now: number): string {
  if (day === localDay(new Date(now))) return 'Today';
  if (day === localDay(new Date(now - DAY))) return 'Yesterday';
  const date = new Date(`${day}T12:00:00`);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** `LAST TIME` as `Last time`; names stay as they are. */
export function sentenceCase(heading: string): string {
  return heading.replace(
    /^[A-Z][A-Z ]*/,
    (words) => words.charAt(0) + words.slice(1).toLowerCase(),
  );
}

export function absolute(at: string | number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Relative, with the moment itself on hover. */
export function Ago({ at }: { at: string | number | null }): VNode {
  if (at === null) return <span>–</span>;
  const now = report ? new Date(report.at).getTime() : Date.now();
  return (
    <time datetime={new Date(at).toISOString()} title={absolute(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** The name of a project; what is outside of all is said so. */
export function projectTitle(scope: string): string {
  return scope === 'global' ? 'outside of projects' : scope.replace(/^project:/, '');
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

export function Head({
  title,
  about,
  children,
}: {
  title: string;
  about?: Children;
  children?: Children;
}): VNode {
  return (
    <header class="head">
      <div>
        <h1 tabindex={-1}>{title}</h1>
        {about && <p class="muted">{about}</p>}
      </div>
      {children}
    </header>
  );
}

export type Children = ComponentChildren;

export function Empty({ title, children }: { title: string; children?: Children }): VNode {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <p class="muted">{children}</p>}
    </div>
  );
}

export function Trouble({ problem }: { problem: RequestProblem | null }): VNode | null {
  if (!problem) return null;
  return (
    <div class="notice bad" role="alert">
      <strong>{problem.message}</strong> {problem.advice}
    </div>
  );
}

/** Shown while the answer is on its way. */
export function Waiting(): VNode {
  return (
    <p class="muted waiting" aria-busy="true">
      Looking…
    </p>
  );
}

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Children;
  readonly isNumber?: boolean;
  /** A column that is left out for lack of room. */
  readonly isSpare?: boolean;
}

export function Table<Row>(props: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  label: string;
}): VNode {
  const kind = ({ isNumber, isSpare }: TableColumn<Row>) =>
    [isNumber && 'number', isSpare && 'spare'].filter(Boolean).join(' ') || undefined;
  return (
    <section class="scrolls" tabindex={0} aria-label={props.label}>
      <table>
        <thead>
          <tr>
            {props.columns.map((one) => (
              <th scope="col" class={kind(one)}>
                {one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr>
              {props.columns.map((one) => (
                <td class={kind(one)}>{one.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The values of a plot as a table, for people who would rather read. */
export function Behind({ label, children }: { label: string; children: Children }): VNode {
  return (
    <details class="behind">
      <summary>{label}</summary>
      {children}
    </details>
  );
}

interface Doing {
  readonly label: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly isDanger?: boolean;
  /** The name of its subject, for people who do not see where the button stands. */
  readonly about?: string;
  readonly done: () => void;
}

/** A button that runs an operation; one that asks is answered first. Where nothing can be changed there is none. */
export function Action({ label, operation, input, isDanger, about, done }: Doing): VNode | null {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  if (!surroundings().canAct) return null;
  const run = async (answer: { readonly confirmed: boolean }) => {
    setQuestion(null);
    const outcome = await askOperation(operation, input, answer);
    if (outcome.kind === 'asks') return setQuestion(outcome);
    if (outcome.kind === 'failed')
      return sayTrouble(`${outcome.message} ${outcome.advice ?? ''}`.trim());
    say(outcome.text.split('\n')[0] || 'Done.');
    done();
  };
  return (
    <>
      <button
        type="button"
        class={isDanger ? 'quiet danger' : 'quiet'}
        aria-label={about ? `${label}: ${about}` : undefined}
        onClick={() => run({ confirmed: false })}
      >
        {label}
      </button>
      {question && (
        <Ask
          question={question}
          yes={() => run({ confirmed: true })}
          no={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function Ask({
  question,
  yes,
  no,
}: {
  question: ConfirmQuestion;
  yes: () => void;
  no: () => void;
}): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={no} aria-label={question.question}>
      <h2>{question.question}</h2>
      <ul class="plain">
        {question.lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      <div class="row end">
        <button type="button" class="quiet" onClick={no}>
          No
        </button>
        <button type="button" class="main danger" onClick={yes}>
          Yes, for good
        </button>
      </div>
    </dialog>
  );
}

let hear: (said: { text: string; isBad: boolean } | null) => void = () => {};

/** One sentence about what was done, at the foot of the page. */
export function say(text: string): void {
  hear({ text, isBad: false });
}

/** One sentence about what could not be done: it stays until somebody closes it. */
export function sayTrouble(text: string): void {
  hear({ text, isBad: true });
}

export function Toast(): VNode {
  const [said, setSaid] = useState<{ text: string; isBad: boolean } | null>(null);
  hear = setSaid;
  useEffect(() => {
    if (!said || said.isBad) return;
    const timer = setTimeout(() => setSaid(null), 6000);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div class="toast" role="status">
      {said && (
        <div class={said.isBad ? 'bad' : ''}>
          {said.text}
          <button type="button" class="quiet" onClick={() => setSaid(null)}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}

export function SessionLink({ id, children }: { id: string; children?: Children }): VNode {
  const whole = findStoryId(id);
  if (whole === null) return <span class={children ? '' : 'id'}>{children ?? id.slice(0, 8)}</span>;
  return (
    <a class={children ? '' : 'id'} href={`#/session/${encodeURIComponent(whole)}`}>
      {children ?? id.slice(0, 8)}
    </a>
  );
}
