import { fingerprint } from '../../domain/base/text/hash.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { toStorable } from '../../domain/redact/facts.ts';
import type { SessionHead, TranscriptPlace, TranscriptWords } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { ignoredIn } from './exclusion.ts';
import { keepsWords } from './keeping.ts';

type HearDeps = Pick<Deps, 'config' | 'spoken' | 'readText' | 'exists' | 'isNowhere'>;

/** Messages of a transcript that the hooks did not report. */
export interface NewWords {
  readonly words: readonly TranscriptWords[];
  /** The agent's last message; null if a person's message follows it. */
  readonly last: string | null;
  readonly transcript: TranscriptPlace;
}

/** Most messages that are recorded: a turn quotes two dozen at most. */
const MOST_WORDS = 40;

/**
 * The agent's messages since the transcript was read last. `told` is the reply that the host sent. The file may lag: messages
 * that are missing now are read next time. Null if there is no such file.
 */
export function wordsInTranscript(
  deps: HearDeps,
  head: SessionHead,
  named: string | undefined,
  told: string | null = null,
): NewWords | null {
  const path = named ?? head.transcript?.path;
  if (path === undefined || !keepsWords(deps, head) || ignoredIn(deps, head.scope.root).all)
    return null;
  const since = head.transcript?.path === path ? head.transcript.read : 0;
  const found = deps.spoken(head.host, path, since);
  if (!found) return null;
  const newest = found.said.at(-1);
  const last = newest?.by === 'agent' ? newest.text : null;
  const lastOfPerson = found.said.findLastIndex(({ by }) => by === 'person');
  const said = found.said.filter(({ at, by, text, isUnsent }, i) => {
    if (by === 'person' ? !isUnsent : told?.includes(text) || (told === null && text === last))
      return false;
    // A session begins with its first event, a moment after the request.
    if (i === lastOfPerson) return true;
    // A fork repeats the conversation that it was split from; without a time only the present turn is sure.
    return at === null ? i > lastOfPerson : at >= head.startedAt;
  });
  const words = said.slice(-MOST_WORDS).flatMap(({ at, by, text }) => {
    const [fact] = toStorable(observe(asEvent(by, text)), {
      strict: deps.config['redaction.strict'],
    });
    if (fact?.kind !== 'reply' && fact?.kind !== 'prompt') return [];
    return [{ fact, at, key: `said:${at}:${fingerprint(text)}` }];
  });
  return { words, last, transcript: { path, read: found.read } };
}

/** Records the messages of a turn whose end was not reported (yet). */
export async function noteLastWords(deps: Deps, head: SessionHead): Promise<void> {
  const heard = wordsInTranscript(deps, head, undefined, '');
  if (heard) await deps.store.overhear(head.id, heard.words, heard.transcript, deps.now());
}

function asEvent(by: 'person' | 'agent', text: string): HostEvent {
  const nobodys = { hostSessionId: '', cwd: null, key: null, subagent: null };
  return by === 'person'
    ? { kind: 'prompt', text, ...nobodys }
    : { kind: 'reply', reply: text, between: true, ...nobodys };
}
