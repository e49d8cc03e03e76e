import { ownWords } from '../turns/asked.ts';
import type { ThreadFact } from './thread.ts';

/** The label with which a line of a person's message may begin. */
type Label = 'decision' | 'blocker' | 'resolved' | 'next';

const LABELS: Readonly<Record<Label, readonly string[]>> = {
  decision: ['decision', 'decided', 'entscheidung', 'décision', 'decisión', 'decisão', '决定'],
  blocker: ['blocked', 'blocker', 'blockiert', 'bloqué', 'bloqueado', '阻塞', '卡住'],
  resolved: ['unblocked', 'resolved', 'gelöst', 'débloqué', 'desbloqueado', '已解决'],
  next: [
    'next',
    'next step',
    'todo',
    'als nächstes',
    'nächster schritt',
    'ensuite',
    'siguiente',
    'próximo',
    '下一步',
  ],
};

const BY_WORD: ReadonlyMap<string, Label> = new Map(
  Object.entries(LABELS).flatMap(([label, words]) =>
    words.map((word) => [word, label as Label] as const),
  ),
);

const LABELLED =
  /^\s*(?:[-*•]\s+)?(?:\*\*)?([^\s:：*][^:：*\n]{1,20}?)(?:\*\*)?\s*[:：](?:\*\*)?\s*(\S[^\n]{2,})$/gm;

/** Decisions, blockers and next actions from labelled lines of a message. No other sentence becomes one. */
export function labelledIn(message: string): ThreadFact[] {
  if (!/[:：]/.test(message)) return [];
  return [...ownWords(message).matchAll(LABELLED)].flatMap(
    ({ 1: word, 2: said, index }): ThreadFact[] => {
      const text = said!.trim();
      switch (BY_WORD.get(word!.trim().toLowerCase())) {
        case 'decision':
          return [{ kind: 'decision', choice: text, reason: null, by: 'person' }];
        case 'blocker':
          return [{ kind: 'blocker', type: 'blocked', text, by: 'person' }];
        case 'resolved':
          return [{ kind: 'blocker-resolved', identity: text, by: 'person' }];
        case 'next':
          // A `next` in the first line is the request itself, which begins now.
          return index === 0 ? [] : [{ kind: 'next', text, by: 'person' }];
        default:
          return [];
      }
    },
  );
}
