import { useCallback, useEffect, useState } from 'preact/hooks';
import { answerKey } from '../asks.ts';
import { projectInAddress } from './address.ts';
import { useChanges } from './live.ts';

/**
 * The page asks its server for operations, by the names of commands. A report has their answers inside instead, and an app asks the
 * host that shows it.
 */

export interface RequestProblem {
  readonly message: string;
  readonly advice?: string | null;
}

/** The operation asks for confirmation first. */
export interface ConfirmQuestion {
  readonly question: string;
  readonly lines: readonly string[];
}

export type OperationOutcome<T> =
  | { readonly kind: 'done'; readonly data: T; readonly text: string }
  | ({ readonly kind: 'asks' } & ConfirmQuestion)
  | ({ readonly kind: 'failed' } & RequestProblem);

export type OperationInput = Readonly<Record<string, unknown>>;

/** The page's access to its server. */
interface Surroundings {
  readonly ask: (
    operation: string,
    input: OperationInput,
    confirmed: boolean,
  ) => Promise<OperationOutcome<unknown>>;
  /** Whether the page can change anything. */
  readonly canAct: boolean;
  /** Whether there are other pages to link to. */
  readonly hasPages: boolean;
}

interface Report {
  readonly at: string;
  readonly project: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

const TOKEN = 'cortex-token';

export const report: Report | null = reportInside();

function reportInside(): Report | null {
  const told = document.getElementById('report')?.textContent;
  return told ? (JSON.parse(told, reviveHarmless) as Report) : null;
}

/**
 * Takes the token out of the address at once: it is in no history and no bookmark. It lasts as long as its server; local storage holds it so that
 * a reload or a second tab need not ask again, and not as a cookie, which would go to every port of this machine.
 */
export function takeToken(): string | null {
  const [, token] = /^#token=([\w-]{43})$/.exec(location.hash) ?? [];
  if (token) {
    localStorage.setItem(TOKEN, token);
    history.replaceState(null, '', '#/now');
  }
  return localStorage.getItem(TOKEN);
}

/** Forgets a token that the server does not know: it is worth nothing to anybody. */
export function dropToken(): void {
  localStorage.removeItem(TOKEN);
}

const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Leaves out what steers a terminal or turns letters around: stored text may hold anything. Markup never becomes markup here. */
export function reviveHarmless(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(UNSEEN, '') : value;
}

let around: Surroundings = report
  ? { ask: fromReport, canAct: false, hasPages: false }
  : { ask: fromServer, canAct: true, hasPages: true };

export function setSurroundings(other: Surroundings): void {
  around = other;
}

export function surroundings(): Pick<Surroundings, 'canAct' | 'hasPages'> {
  return around;
}

/** The whole id of a session whose story can be opened from here; null where it cannot. */
export function findStoryId(id: string): string | null {
  if (!report) return around.hasPages ? id : null;
  const ids = Object.keys(report.answers).flatMap((key) => STORY.exec(key)?.[1] ?? []);
  return ids.find((one) => one.startsWith(id)) ?? null;
}

const STORY = /^page story \{"session_id":"([^"]+)"\}$/;

export async function askOperation<T>(
  operation: string,
  input: OperationInput = {},
  { confirmed = false }: { readonly confirmed?: boolean } = {},
): Promise<OperationOutcome<T>> {
  return (await around.ask(operation, input, confirmed)) as OperationOutcome<T>;
}

async function fromReport(
  operation: string,
  input: OperationInput,
): Promise<OperationOutcome<unknown>> {
  const data = report?.answers[answerKey(operation, input)];
  return data === undefined
    ? { kind: 'failed', message: 'This report does not hold that.' }
    : { kind: 'done', data, text: '' };
}

async function fromServer(
  operation: string,
  input: OperationInput,
  confirmed: boolean,
): Promise<OperationOutcome<unknown>> {
  let answer: Response;
  try {
    answer = await fetch('/call', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStorage.getItem(TOKEN)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ operation, input, project: projectInAddress(), confirmed }),
    });
  } catch {
    return {
      kind: 'failed',
      message: 'The page has lost its server.',
      advice: 'Run cortex ui again.',
    };
  }
  const text = await answer.text();
  if (answer.status === 401)
    return {
      kind: 'failed',
      message: 'This address is of an earlier run.',
      advice: 'Run cortex ui again.',
    };
  if (!answer.headers.get('content-type')?.includes('json'))
    return { kind: 'failed', message: text.trim() };
  return readWireAnswer(JSON.parse(text, reviveHarmless) as WireAnswer);
}

/** An answer of the program, as it comes over the wire. */
export type WireAnswer = { readonly data?: unknown; readonly text?: string } & Partial<
  RequestProblem & ConfirmQuestion
>;

export function readWireAnswer(body: WireAnswer): OperationOutcome<unknown> {
  if (body.question) return { kind: 'asks', question: body.question, lines: body.lines ?? [] };
  if (body.message) return { kind: 'failed', message: body.message, advice: body.advice ?? null };
  return { kind: 'done', data: body.data, text: body.text ?? '' };
}

export interface OperationState<T> {
  readonly data: T | null;
  readonly problem: RequestProblem | null;
  readonly again: () => void;
}

/** Answers that cost much and hardly change while one looks. */
const STILL: ReadonlySet<string> = new Set([
  'doctor',
  'doctor whole',
  'status',
  'verify',
  'times',
  'why',
  'stats',
  'page search',
  'page figures',
]);

/** The answer to an operation, asked for anew where the input changes, and where something was stored. */
export function useOperation<T>(
  operation: string,
  input: OperationInput = {},
  { when = true }: { readonly when?: boolean } = {},
): OperationState<T> {
  const key = answerKey(operation, input);
  const [state, setState] = useState<{
    key: string;
    data: T | null;
    problem: RequestProblem | null;
  }>({
    key: '',
    data: null,
    problem: null,
  });
  const changes = useChanges();
  const version = STILL.has(operation) ? 0 : changes;
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = when;
    if (when)
      askOperation<T>(operation, input).then((outcome) => {
        if (!isWanted) return;
        if (outcome.kind === 'done') setState({ key, data: outcome.data, problem: null });
        else if (outcome.kind === 'failed') setState({ key, data: null, problem: outcome });
      });
    return () => {
      isWanted = false;
    };
  }, [key, round, when, version]);
  const again = useCallback(() => setRound((one) => one + 1), []);
  return state.key === key ? { ...state, again } : { data: null, problem: null, again };
}
