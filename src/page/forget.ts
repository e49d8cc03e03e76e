import type { SessionId } from '../domain/base/ids.ts';
import { shortId } from '../domain/base/ids.ts';
import { foreseeSession, forget } from '../engine/keeping/forget.ts';
import { Failure } from '../operations/base/errors.ts';
import { resolveSession } from '../operations/base/meant.ts';
import type { OperationCall } from '../operations/base/operation.ts';
import { leftBehindLines } from '../operations/memories/forget.ts';
import { goingInWords } from '../surfaces/cli/keeping/forget.ts';

/** A question first, with the words of what would go; then it is done. */
export type ErasureAnswer =
  | { readonly question: string; readonly lines: readonly string[] }
  | { readonly data: { readonly forgotten: true }; readonly text: string };

/** Erases a session for good, as `cortex forget --session` does. */
export async function forgetSession(
  call: OperationCall,
  typed: unknown,
  { confirmed }: { readonly confirmed: boolean },
): Promise<ErasureAnswer> {
  const { deps } = call;
  const { session_id: id, title } = await resolveSession(call, String(typed));
  const copies = call.copies();
  const foreseen = await foreseeSession(deps, copies, id as SessionId);
  if (!foreseen) throw new Failure('It is forgotten already.', null);
  const named = title === null ? `session ${shortId(id)}` : `“${title}”`;
  if (!confirmed) return { question: `Forget ${named} for good?`, lines: goingInWords(foreseen) };
  const result = await forget(deps, copies, { sessions: [id] }, () => {});
  if (result.kind !== 'forgotten')
    throw new Failure(
      'Maintenance is running and may be copying it. Nothing was forgotten.',
      'Try again in a moment.',
    );
  const left = leftBehindLines(result);
  return { data: { forgotten: true }, text: [`Forgotten: ${named}.`, ...left].join(' ') };
}
