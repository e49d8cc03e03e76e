import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { askOperation, useOperation } from './api.ts';
import {
  Action,
  Ago,
  Head,
  plural,
  projectTitle,
  SessionLink,
  say,
  sayTrouble,
  Table,
  Trouble,
  Waiting,
} from './parts.tsx';

export interface MemoryJson {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: number;
  readonly scope: string;
  readonly source: string;
  readonly confidence: number;
  readonly stored_confidence: number;
  readonly access_count: number;
  readonly validation_count: number;
  readonly contradiction_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string | null;
  readonly session_id: string | null;
}

interface ConfidenceChange {
  readonly timestamp: string;
  readonly old_score: number;
  readonly new_score: number;
  readonly reason: string;
  readonly session_id: string | null;
}

export function MemoryPage({ id }: { id: string }): VNode {
  const { data, problem, again } = useOperation<MemoryJson>('memory show', { id });
  const history = useOperation<{ changes: ConfidenceChange[] }>('memory history', { id });
  const [words, setWords] = useState<string | null>(null);
  if (!data)
    return (
      <>
        <Head title="Memory" />
        {problem ? <Trouble problem={problem} /> : <Waiting />}
      </>
    );
  const bothAgain = () => {
    again();
    history.again();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const outcome = await askOperation('memory update', { id: data.id, content: words });
    if (outcome.kind === 'failed') return sayTrouble(`${outcome.message} ${outcome.advice ?? ''}`);
    setWords(null);
    say('Changed.');
    bothAgain();
  };
  return (
    <>
      <Head title="Memory" about={<span class="id">{data.id}</span>} />
      {words === null ? (
        <blockquote>{data.content}</blockquote>
      ) : (
        <Words words={words} setWords={setWords} save={save} />
      )}
      <div class="row">
        {words === null && (
          <button type="button" class="quiet" onClick={() => setWords(data.content)}>
            Edit
          </button>
        )}
        <Verdicts id={data.id} done={bothAgain} />
      </div>
      <About memory={data} />
      <h2>Confidence</h2>
      <p class="muted">
        {data.confidence.toFixed(2)} now. It falls by a hundredth a day, and rises when the memory
        proves true or is said again.
      </p>
      <h2>Changes</h2>
      <Changes changes={history.data?.changes ?? null} />
    </>
  );
}

function Verdicts({ id, done }: { readonly id: string; readonly done: () => void }): VNode {
  return (
    <>
      <Action
        label="It proved true"
        operation="memory update"
        input={{ id, outcome: 'confirmed' }}
        done={done}
      />
      <Action
        label="It proved wrong"
        operation="memory update"
        input={{ id, outcome: 'contradicted' }}
        done={done}
      />
      <Action
        label="Forget"
        isDanger
        operation="memory forget"
        input={{ ids: [id] }}
        done={() => {
          location.hash = '#/kept';
        }}
      />
    </>
  );
}

interface WordsProps {
  readonly words: string;
  readonly setWords: (words: string | null) => void;
  readonly save: (event: Event) => void;
}

function Words({ words, setWords, save }: WordsProps): VNode {
  return (
    <form onSubmit={save}>
      <label>
        <span class="hidden">Its words</span>
        <textarea
          rows={4}
          onInput={(event: InputEvent) => setWords((event.target as HTMLTextAreaElement).value)}
        >
          {words}
        </textarea>
      </label>
      <div class="row">
        <button type="submit" class="main">
          Save
        </button>
        <button type="button" class="quiet" onClick={() => setWords(null)}>
          Leave it
        </button>
      </div>
    </form>
  );
}

function About({ memory: data }: { readonly memory: MemoryJson }): VNode {
  return (
    <div class="facts">
      <span>said by {data.source}</span>
      <span>{projectTitle(data.scope)}</span>
      {data.categories.map((one) => (
        <span>{one}</span>
      ))}
      <span>
        made <Ago at={data.created_at} />
      </span>
      <span>used {plural(data.access_count, 'time')}</span>
      {data.session_id && (
        <span>
          in session <SessionLink id={data.session_id} />
        </span>
      )}
      {data.expires_at && (
        <span>
          until <Ago at={data.expires_at} />
        </span>
      )}
    </div>
  );
}

function Changes({
  changes,
}: {
  readonly changes: readonly ConfidenceChange[] | null;
}): VNode | null {
  if (changes === null) return null;
  if (changes.length === 0) return <p class="muted">Nobody has confirmed or contradicted it.</p>;
  return (
    <Table
      label="Changes of confidence"
      rows={changes}
      columns={[
        { title: 'When', cell: (one: ConfidenceChange) => <Ago at={one.timestamp} /> },
        {
          title: 'From',
          isNumber: true,
          cell: (one: ConfidenceChange) => one.old_score.toFixed(2),
        },
        { title: 'To', isNumber: true, cell: (one: ConfidenceChange) => one.new_score.toFixed(2) },
        { title: 'Why', cell: (one: ConfidenceChange) => one.reason.replaceAll('_', ' ') },
      ]}
    />
  );
}
