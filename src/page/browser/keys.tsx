import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', 'k'], 'to the next line, to the one before'],
  [['Enter'], 'opens the line'],
  [['Tab'], 'to what can be done about it'],
  [['Ctrl K', '/'], 'searches, from everywhere'],
  [['c'], 'in the picture: copies the command that goes on with a matter'],
  [['1', '…', '6'], 'to a page'],
  [['Esc'], 'leaves a field or a window'],
  [['?'], 'shows this'],
];

/** Keys that work on every page, and a window that lists them. */
export function Keys({ pages }: { pages: readonly string[] }): VNode | null {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return toSearch();
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target as HTMLElement;
      if (event.key === 'Escape') return at.blur();
      if (at.closest('input, textarea, select, dialog') || event.defaultPrevented) return;
      const page = pages[Number(event.key) - 1];
      if (event.key === '?') setOpen(true);
      else if (event.key === '/') toSearch();
      else if (event.key === 'j' || event.key === 'k') toItem(at, event.key === 'j' ? 1 : -1);
      else if (event.key === 'Enter' && at.matches('[data-item]'))
        at.querySelector<HTMLElement>('a')?.click();
      else if (page) location.hash = `#/${page}`;
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return isOpen ? <Help close={() => setOpen(false)} /> : null;
}

function toItem(from: HTMLElement, step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')];
  const at = items.indexOf(from.closest<HTMLElement>('[data-item]')!);
  const first = step === 1 ? 0 : items.length - 1;
  const next = items[at < 0 ? first : at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** The page of the search puts the cursor into its field by itself. */
function toSearch(): void {
  const field = document.querySelector<HTMLElement>('main input[type=search]');
  if (field) field.focus();
  else location.hash = '#/search';
}

function Help({ close }: { close: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div>
            <dt>
              {keys.map((key) => (
                <>
                  <kbd>{key}</kbd>{' '}
                </>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="row end">
        <button type="button" class="main" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}
