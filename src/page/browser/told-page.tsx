import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ToldSection } from '../../operations/answer/told.ts';
import { ASKS } from '../asks.ts';
import type { News } from '../views/now.ts';
import { report, surroundings, useOperation } from './api.ts';
import { Empty, Head, number, Trouble, Waiting } from './parts.tsx';
import { Told } from './told.tsx';

interface ToldText {
  readonly scope: string;
  readonly enabled: boolean;
  readonly text: string | null;
  readonly sections: readonly ToldSection[];
  readonly tokens: number;
  /** Absent inside an agent's host. */
  readonly news?: News;
}

/** The text that the next session will be told, each line with its reason and with what can be done about it. */
export function ToldPage(): VNode {
  const { data, problem, again } = useOperation<ToldText>(...ASKS.told);
  const about =
    'The text that your agent gets at its next start. Keep a line for good, hide it, or see why it is told.';
  return (
    <>
      <Head title={surroundings().hasPages || report ? 'Told next' : 'Today'} about={about} />
      <Trouble problem={problem} />
      {!data && !problem && <Waiting />}
      {data && !data.enabled && (
        <div class="notice">
          Restoring is switched off: nothing of this is told.{' '}
          <code>cortex config set restore.enabled true</code> switches it on.
        </div>
      )}
      {data?.text === null && (
        <Empty title="The next session will be told nothing yet">
          What you ask for, what your agent does and what is left open is told to the session after
          it.
        </Empty>
      )}
      {data && data.text !== null && (
        <Sheet told={data} text={data.text} added={data.news?.added ?? []} again={again} />
      )}
    </>
  );
}

interface SheetProps {
  readonly told: ToldText;
  readonly text: string;
  readonly added: readonly string[];
  readonly again: () => void;
}

function Sheet({ told: { sections, tokens }, text, added, again }: SheetProps): VNode {
  const [isRaw, setRaw] = useState(false);
  return (
    <>
      <div class="sheet-head">
        <p class="muted small">{surroundings().hasPages ? `${number(tokens)} tokens` : ''}</p>
        <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          To the letter
        </button>
      </div>
      {isRaw ? (
        <pre class="text" tabindex={0}>
          {text}
        </pre>
      ) : (
        <div class="sheet">
          {sections.map((section) => (
            <Told section={section} added={added} again={again} />
          ))}
        </div>
      )}
    </>
  );
}
