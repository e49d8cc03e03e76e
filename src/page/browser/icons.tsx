import type { VNode } from 'preact';

/** Lines of small drawings, 24 by 24. `mark`: a thread that goes on through three knots. */
const PATHS: Readonly<Record<string, string>> = {
  now: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  projects: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  sessions: 'M6 4v16M6 7h12M6 12h8M6 17h10',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L20.5 20.5',
  kept: 'M7 3.5h10v17l-5-4-5 4z',
  told: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  board: 'M4 5h4.5v14H4zM10 5h4.5v9H10zM16 5h4v6h-4z',
  ledger: 'M5 20V11M10 20V5M15 20v-7M20 20V8',
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  mark: 'M3.5 17c4 0 4-10 8.5-10s4.5 10 8.5 10',
};

export function Icon({ name }: { name: string }): VNode {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} />
      {name === 'mark' && (
        <>
          <circle cx="3.5" cy="17" r="2" />
          <circle cx="12" cy="7" r="2" />
          <circle cx="20.5" cy="17" r="2" />
        </>
      )}
    </svg>
  );
}
