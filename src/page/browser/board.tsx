import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import {
  type Branches,
  LONGEST_NOTE,
  type Mark,
  type Thread,
  workOn,
} from '../../domain/threads/thread.ts';
import { ASKS } from '../asks.ts';
import { useOperation } from './api.ts';
import {
  Action,
  Ago,
  Behind,
  type Children,
  Empty,
  Head,
  plural,
  projectTitle,
  SessionLink,
  Table,
  Trouble,
  Waiting,
} from './parts.tsx';

interface ThreadJson {
  readonly id: string;
  readonly scope: string;
  readonly status: string;
  readonly phase: string | null;
  readonly last_accessed: string;
  readonly turn_count: number;
  readonly codes: string;
  readonly thread: Thread;
  /** The branch of each session that said something in it. */
  readonly branches: Branches;
}

export function BoardPage(): VNode {
  const { data, problem, again } = useOperation<ThreadJson | null>(...ASKS.thread);
  const list = useOperation<{ threads: ThreadJson[] }>(...ASKS.threads);
  const archived = (list.data?.threads ?? []).filter(({ id }) => id !== data?.id);
  return (
    <>
      <Head
        title="Board"
        about="The line of work that sessions here continue, whichever agent they are of."
      />
      <Trouble problem={problem} />
      {!data && !problem && list.data === null && <Waiting />}
      {!data && !problem && list.data && (
        <Empty title="No work is under way here">
          <code>cortex note next "…"</code> begins a thread, and so does the first file that an
          agent changes.
        </Empty>
      )}
      {data && <Board seen={data} again={again} />}
      {archived.length > 0 && (
        <>
          <h2>Earlier threads</h2>
          <Table
            label="Earlier threads"
            rows={archived}
            columns={[
              {
                title: 'Thread',
                cell: (one: ThreadJson) => <span class="id">{one.id.slice(0, 8)}</span>,
              },
              { title: 'State', cell: (one: ThreadJson) => one.status },
              { title: 'Phase', isSpare: true, cell: (one: ThreadJson) => one.phase ?? '' },
              { title: 'Turns', isNumber: true, cell: (one: ThreadJson) => one.turn_count },
              {
                title: 'Last worked on',
                cell: (one: ThreadJson) => <Ago at={one.last_accessed} />,
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function Board({ seen, again }: { seen: ThreadJson; again: () => void }): VNode {
  const [branch, setBranch] = useState<string | null>(null);
  const { branches } = seen;
  const names = [...new Set(Object.values(branches))].sort();
  const thread = branch === null ? seen.thread : workOn(seen.thread, branches, branch);
  const shown = names.length > 1 ? branches : {};
  return (
    <>
      <div class="facts">
        <span>
          <b>{projectTitle(seen.scope)}</b>
        </span>
        {seen.phase && <span>{seen.phase}</span>}
        <span>{plural(seen.turn_count, 'turn')}</span>
        <span>
          worked on <Ago at={seen.last_accessed} />
        </span>
      </div>
      {names.length > 1 && <BranchChoice names={names} chosen={branch} choose={setBranch} />}
      <Columns thread={thread} branches={shown} again={again} />
      <Files files={thread.files} />
      <Behind label="As codes, as agents read it">
        <pre class="text" tabindex={0}>
          {seen.codes}
        </pre>
      </Behind>
    </>
  );
}

interface ColumnsProps {
  readonly thread: Thread;
  readonly branches: Branches;
  readonly again: () => void;
}

function Columns({ thread, branches, again }: ColumnsProps): VNode {
  const close: CloseNote = (kind, text) => ({
    operation: 'note',
    input: { kind, text: text.slice(0, LONGEST_NOTE) },
    done: again,
  });
  return (
    <div class="board">
      <Column
        branches={branches}
        title="Next"
        none="Nothing is noted as next."
        cards={thread.next.map((one) => nextCard(one, close))}
      />
      <Column
        branches={branches}
        title="In the way"
        none="Nothing is in the way."
        cards={thread.blockers
          .filter(({ resolved }) => !resolved)
          .toReversed()
          .map((one) => blockerCard(one, close))}
      />
      <Column
        branches={branches}
        title="Decided"
        none="No decision is on record."
        cards={thread.decisions
          .filter(({ replaced }) => !replaced)
          .toReversed()
          .map(decisionCard)}
      />
      <Column
        branches={branches}
        title="Done"
        none="Nothing is done yet."
        cards={thread.done
          .toReversed()
          .slice(0, 20)
          .map((one) => ({ mark: one, text: one.text }))}
      />
    </div>
  );
}

/** The action that closes an item by a note of this kind. */
type CloseNote = (
  kind: string,
  text: string,
) => {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly done: () => void;
};

function nextCard(one: Thread['next'][number], close: CloseNote): Card {
  return {
    mark: one,
    text: (
      <>
        {one.status === 'in_progress' && (
          <>
            <span class="badge">under way</span>{' '}
          </>
        )}
        {one.text}
      </>
    ),
    doing: (
      <>
        <Action label="Done" about={one.text} {...close('done', one.text)} />
        <Action label="Drop" about={one.text} {...close('dropped', one.text)} />
      </>
    ),
  };
}

function blockerCard(one: Thread['blockers'][number], close: CloseNote): Card {
  return {
    mark: one,
    text: (
      <>
        <span class="badge bad">{one.type}</span> {one.text}
      </>
    ),
    doing: <Action label="Resolved" about={one.text} {...close('resolved', one.text)} />,
  };
}

function decisionCard(one: Thread['decisions'][number]): Card {
  return {
    mark: one,
    text: (
      <>
        {one.subject && (
          <>
            <b>{one.subject}</b>{' '}
          </>
        )}
        {one.choice}
        {one.reason && <span class="muted">, because {one.reason}</span>}
      </>
    ),
  };
}

function Files({ files }: Pick<Thread, 'files'>): VNode | null {
  if (files.length === 0) return null;
  return (
    <>
      <h2>Files</h2>
      <p>
        {files
          .toReversed()
          .slice(0, 24)
          .map(({ path }) => (
            <>
              <code>{path}</code>{' '}
            </>
          ))}
      </p>
    </>
  );
}

/** Chooses the branch whose work is shown; items said outside of all branches stay. */
function BranchChoice({
  names,
  chosen,
  choose,
}: {
  names: readonly string[];
  chosen: string | null;
  choose: (branch: string | null) => void;
}): VNode {
  const choices = [
    { label: 'All branches', branch: null },
    ...names.map((name) => ({ label: name, branch: name })),
  ];
  return (
    <div class="row chips" role="group" aria-label="Branch">
      {choices.map(({ label, branch }) => (
        <button
          type="button"
          class="quiet"
          aria-pressed={chosen === branch}
          onClick={() => choose(branch)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface Card {
  readonly mark: Mark;
  readonly text: Children;
  readonly doing?: Children;
}

const WHO = { person: 'you', agent: 'the agent', tool: 'a command' } as const;

interface ColumnProps {
  readonly title: string;
  readonly none: string;
  readonly cards: readonly Card[];
  /** Empty if all work is on one branch. */
  readonly branches: Branches;
}

function Column({ title, none, cards, branches }: ColumnProps): VNode {
  return (
    <section class="column">
      <h2>
        {title} <span class="muted">{cards.length || ''}</span>
      </h2>
      {cards.length === 0 && <p class="muted">{none}</p>}
      <ul class="cards">
        {cards.map(({ mark, text, doing }) => (
          <li>
            <div>{text}</div>
            <div class="small muted">
              {WHO[mark.by]}, <Ago at={mark.at} />
              {mark.session && (
                <>
                  , <SessionLink id={mark.session} />
                  {branches[mark.session] && <> on {branches[mark.session]}</>}
                </>
              )}
            </div>
            {doing && <div class="row">{doing}</div>}
          </li>
        ))}
      </ul>
    </section>
  );
}
