import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { askOperation, report, surroundings } from './api.ts';
import { Action, say, sayTrouble } from './parts.tsx';

/** Copies a text, and says what it was. */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(said);
  } catch {
    sayTrouble(`The browser does not let this page copy. It was: ${text}`);
  }
}

/** The command that goes on with a session, to be pasted into a terminal. */
export function copyContinue(id: string): Promise<void> {
  const command = `cortex continue ${id.slice(0, 8)}`;
  return copy(command, `Copied: ${command}`);
}

export function CopyCommand({ command }: { command: string }): VNode {
  if (report) return <code>{command}</code>;
  return (
    <span class="command">
      <code>{command}</code>
      <button
        type="button"
        class="quiet"
        aria-label={`Copy ${command}`}
        onClick={() => copy(command, `Copied: ${command}`)}
      >
        Copy
      </button>
    </span>
  );
}

interface SessionActionsProps {
  readonly id: string;
  readonly title: string | null;
  /** After it was forgotten or closed. */
  readonly done: () => void;
}

/** A menu closes where somebody clicks beside it, scrolls, or leaves it with Escape. */
function useCloseElsewhere(
  place: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const away = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) close();
    };
    const left = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    addEventListener('pointerdown', away);
    addEventListener('keydown', left);
    addEventListener('scroll', close);
    return () => {
      removeEventListener('scroll', close);
      removeEventListener('pointerdown', away);
      removeEventListener('keydown', left);
    };
  }, [isOpen]);
}

/** A menu of what can be done with a session, or with the matter whose newest session it is. */
export function SessionActions({ id, title, done }: SessionActionsProps): VNode | null {
  const [at, setAt] = useState<string | null>(null);
  const isOpen = at !== null;
  const place = useRef<HTMLDivElement>(null);
  const close = () => setAt(null);
  useCloseElsewhere(place, isOpen, close);
  if (!surroundings().canAct) return null;
  const about = title ?? id.slice(0, 8);
  const doing = (work: () => Promise<void>) => () => {
    close();
    void work();
  };
  const items: readonly (readonly [label: string, work: () => Promise<void>])[] = [
    ['Continue in an agent', () => copyContinue(id)],
    ['Copy as Markdown', () => copyMarkdown(id)],
    [
      'Copy link',
      () => copy(linkTo(id), 'Copied the link. It opens on this machine, with cortex ui running.'),
    ],
  ];
  return (
    <div class="menu" ref={place}>
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-label={`Actions: ${about}`}
        onClick={() => (isOpen ? close() : setAt(placeBelow(place.current!)))}
      >
        Actions
      </button>
      {isOpen && (
        <div class="menu-items" style={at}>
          {items.map(([label, work]) => (
            <button type="button" class="quiet" onClick={doing(work)}>
              {label}
            </button>
          ))}
          <Action
            label="Finished"
            about={about}
            operation="close"
            input={{ session_id: id }}
            done={done}
          />
          <Action
            label="Forget"
            about={about}
            operation="page forget"
            input={{ session_id: id }}
            isDanger
            done={done}
          />
        </div>
      )}
    </div>
  );
}

const MENU = { width: 210, height: 190 };

/** Below the button, else above it: no box that scrolls may cut it off. */
function placeBelow(button: HTMLElement): string {
  const { right, top, bottom } = button.getBoundingClientRect();
  const left = Math.max(8, right - MENU.width);
  const isAbove = bottom + MENU.height > innerHeight && top > MENU.height;
  return isAbove
    ? `left:${left}px;bottom:${innerHeight - top + 4}px`
    : `left:${left}px;top:${bottom + 4}px`;
}

function linkTo(id: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/session/${id}`;
}

async function copyMarkdown(id: string): Promise<void> {
  const outcome = await askOperation<{ markdown: string }>('show', { session_id: id, md: true });
  if (outcome.kind === 'done') return copy(outcome.data.markdown, 'Copied as Markdown.');
  if (outcome.kind === 'failed') sayTrouble(outcome.message);
}
