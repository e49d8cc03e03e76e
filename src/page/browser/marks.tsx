import type { VNode } from 'preact';
import type { Turn } from '../../domain/turns/turn.ts';
import type { SessionCard, WorkOutcome } from '../views/card.ts';
import { plural } from './parts.tsx';

/** Signs that several pages share: outcomes, checks, commits, small bars. */

export const OUTCOMES: Readonly<Record<WorkOutcome, string>> = {
  running: 'running',
  red: 'left red',
  cut: 'cut off',
  done: 'work done',
  talk: 'only talked',
};

/** Two letters for an agent: `claude-code` is CC, `codex` is CO. */
export function agentMark(host: string): string {
  const [first = '', second = ''] = host.split(/[^a-z\d]+/i);
  return `${first.charAt(0)}${second.charAt(0) || first.charAt(1)}`.toUpperCase();
}

export function Dot({ outcome }: { outcome: WorkOutcome }): VNode {
  return (
    <span class={`dot ${outcome}`} title={OUTCOMES[outcome]}>
      <span class="hidden">{OUTCOMES[outcome]}: </span>
    </span>
  );
}

/** The meaning of the colours. */
export function Legend(): VNode {
  return (
    <p class="legend small muted">
      {Object.entries(OUTCOMES).map(([outcome, words]) => (
        <span>
          <span class={`dot ${outcome}`} aria-hidden="true"></span>
          {words}
        </span>
      ))}
    </p>
  );
}

/** `npm test red → green`. */
export function CheckChip({
  run: { name, outcomes, failing },
}: {
  run: Turn['runs'][number];
}): VNode {
  const way = outcomes.map((one, i) => (
    <>
      {i > 0 && <span class="muted"> → </span>}
      <span class={one === 'red' ? 'bad-text' : 'good-text'}>{one}</span>
    </>
  ));
  return (
    <span class="chip" title={failing}>
      <span class="chip-name">{name}</span> {way}
    </span>
  );
}

export function MadeChip({ one: { what, text, ref } }: { one: Turn['made'][number] }): VNode {
  return (
    <span class="chip made">
      <span class="muted">{what}</span>{' '}
      {ref && (
        <>
          <span class="id">{ref.slice(0, 12)}</span>{' '}
        </>
      )}
      {text}
    </span>
  );
}

/** A session's figures, in words. */
export function sums({ turns, files, commits, open }: SessionCard): string {
  return [
    plural(turns, 'turn'),
    ...(files > 0 ? [plural(files, 'file')] : []),
    ...(commits > 0 ? [plural(commits, 'commit')] : []),
    ...(open > 0 ? [`${open} left open`] : []),
  ].join(' · ');
}

/** Small bars without axes: how it went, at a glance. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }): VNode {
  const most = Math.max(1, ...values);
  const step = 8;
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${values.length * step} 28`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, i) => {
        const height = value === 0 ? 1.5 : 4 + (value / most) * 24;
        return (
          <rect
            class={value === 0 ? 'none' : ''}
            x={i * step}
            y={28 - height}
            width={step - 2}
            height={height}
            rx="1.5"
          />
        );
      })}
    </svg>
  );
}
