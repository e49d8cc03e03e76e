import { iso, type Millis } from '../domain/base/time.ts';
import { Failure } from '../operations/base/errors.ts';
import { answerPage, type PageWorld } from './answer.ts';
import { ASKS, answerKey } from './asks.ts';
import { withPolicy } from './policy.ts';
import type { SessionsView } from './views/all.ts';

/** The parts of a file about one project. */
export interface ReportRequest {
  readonly html: string;
  /** A folder of the project, or its name; null: where the command was typed. */
  readonly project: string | null;
  readonly at: Millis;
}

/** The latest sessions can be read whole. */
const MOST_STORIES = 20;

/** The page with its answers inside: it needs no server, calls nobody, and changes nothing. */
export async function renderReport(
  world: PageWorld,
  { html, project, at }: ReportRequest,
): Promise<string> {
  const answers: Record<string, unknown> = {};
  const put = async (operation: string, input: Readonly<Record<string, unknown>>) => {
    const { body } = await answerPage(world, { operation, input, project, confirmed: false });
    const { data, message, advice } = body as {
      data?: unknown;
      message?: string;
      advice?: string | null;
    };
    if (message) throw new Failure(message, advice ?? null);
    answers[answerKey(operation, input)] = data;
  };
  for (const [operation, input] of Object.values(ASKS)) await put(operation, input);
  const { sessions } = answers[answerKey(...ASKS.sessions)] as SessionsView;
  for (const { session_id } of sessions.slice(0, MOST_STORIES))
    await put('page story', { session_id });
  const { scope } = answers[answerKey(...ASKS.now)] as { scope: string };
  const inside = JSON.stringify({ at: iso(at), project: scope, answers }).replaceAll(
    '<',
    '\\u003c',
  );
  const told = html.replace(
    '<div id="page">',
    () => `<script type="application/json" id="report">${inside}</script>\n<div id="page">`,
  );
  return withPolicy(told);
}
