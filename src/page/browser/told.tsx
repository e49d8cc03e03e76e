import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { HEADINGS } from '../../domain/answer/headings.ts';
import type { Control, ToldLine, ToldSection } from '../../operations/answer/told.ts';
import { surroundings } from './api.ts';
import { Action, type Children, SessionLink, sentenceCase } from './parts.tsx';

const WORDS: Readonly<Record<Control['does'], string>> = {
  keep: 'Keep for good',
  end: 'End',
  unpin: 'Unpin',
  done: 'Done',
  drop: 'Drop',
  forget: 'Forget',
  confirm: 'Still true',
  contradict: 'Wrong',
  resolve: 'Resolved',
  mute: 'Mute',
};

/** Headings as the model reads them, in words for people. */
const TITLES: Readonly<Record<string, string>> = {
  [HEADINGS.state]: 'Where it stands',
  [HEADINGS.tasks]: 'Unfinished',
  [HEADINGS.rules]: 'Your rules',
  [HEADINGS.inherited]: 'Pins',
  [HEADINGS.pinned]: 'Pins',
  [HEADINGS.decisions]: 'Decided',
  [HEADINGS.projects]: 'Projects',
  [HEADINGS.topics]: 'Topics',
};

interface ToldProps {
  readonly section: ToldSection;
  readonly added: readonly string[];
  readonly again: () => void;
}

/** A section of the told text, each line with what can be done about it. */
export function Told({ section, added, again }: ToldProps): VNode {
  const title = TITLES[section.heading] ?? sentenceCase(section.heading);
  // One session stands behind all lines of a dialogue: its reason is said once.
  const isDialogue = section.lines.some(({ text }) => DIALOGUE.test(text));
  const [first] = section.lines;
  return (
    <section class="told">
      <div class="told-head">
        <h2>{title}</h2>
        {section.about && <p class="muted">{withLinks(section.about)}</p>}
        {isDialogue && first && <Why line={first} short={title} />}
      </div>
      <ul class="lines">
        {section.lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            isNew={added.includes(line.key)}
            hasOwn={!isDialogue}
            again={again}
          />
        ))}
        {section.more && <li class="muted small more">and {withLinks(section.more)}</li>}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly line: ToldLine;
  readonly isNew: boolean;
  /** The line shows its own reason, not its section. */
  readonly hasOwn: boolean;
  readonly again: () => void;
}

function Line({ line, isNew, hasOwn, again }: LineProps): VNode {
  const { text, controls, stays } = line;
  const short = text.replace(/^\[[^\]]*\] /, '').slice(0, 60);
  const shown = surroundings().hasPages
    ? controls
    : controls.filter(({ does }) => does !== 'keep' && does !== 'end');
  return (
    <li class={isNew ? 'line new' : 'line'} data-item tabindex={-1}>
      <div class="line-text">
        {isNew && (
          <>
            <span class="badge">new</span>{' '}
          </>
        )}
        {renderLineText(line)}
        {stays && (
          <>
            {' '}
            <span class="badge stays" title="Told until you end it">
              stays
            </span>
          </>
        )}
      </div>
      <div class="line-doing">
        {shown.map((one) => (
          <Action
            label={WORDS[one.does]}
            operation={one.operation}
            input={one.input}
            isDanger={one.does === 'forget'}
            about={short}
            done={again}
          />
        ))}
        {hasOwn && <Why line={line} short={short} />}
      </div>
    </li>
  );
}

/** `user: "…" → agent: "…" [changed a.ts] (not answered: killed)`. */
const DIALOGUE = /^(user|somebody|agent): "/;
const EXCHANGE =
  /^(?:(user|somebody): "([\s\S]*?)"(?: → |$|(?= [[(])))?(?:agent: "([\s\S]*?)")?((?: \[[^\]]*\])?)((?: \([^()]*\))?)$/;

/** The words themselves first; names, ids and ages beside them are muted. Not a letter of them is left out. */
function renderLineText({ text, kind }: ToldLine): Children {
  const [, who, asked, answered, did, end] = (DIALOGUE.test(text) && EXCHANGE.exec(text)) || [];
  if (asked !== undefined || answered !== undefined)
    return (
      <>
        {asked !== undefined && (
          <p class="asked">
            <span class="who">{who === 'user' ? 'You' : 'Somebody'}</span> {asked}
          </p>
        )}
        {answered !== undefined && <p class="answered">{answered}</p>}
        {(did || end) && (
          <p class="lead">
            {did?.trim().slice(1, -1)}
            {end}
          </p>
        )}
      </>
    );
  const [, words, behind] =
    /^([\s\S]*?)((?: \([^()]{1,90}\)| \[inherited from [^\]]*\])*)$/.exec(text) ?? [];
  const tail = behind && <span class="lead">{withLinks(behind)}</span>;
  if (kind === 'task') {
    const [, id, title] = /^(\[[^\]]*\]) ([\s\S]*)$/.exec(words!) ?? [];
    return (
      <>
        <span title={id}>{title ?? words}</span>
        {tail}
      </>
    );
  }
  const [, lead, rest] = LEAD.exec(words!) ?? [];
  return (
    <>
      {lead && (
        <>
          <span class="lead">{withLinks(lead)}</span>{' '}
        </>
      )}
      {withLinks(rest ?? words!)}
      {tail}
    </>
  );
}

/** `blocked (waiting): …`, `[0.89] …`, `81bb2383, 2d ago, on main: …`. */
const LEAD =
  /^((?:[a-z\d][\w', ]{1,40}(?: \([^)]{1,40}\))?:)|CRITICAL(?: [^:]{1,80}:)?|\[\d\.\d\d\]) ([\s\S]*)$/;

/** A line without the ids and ages around its words. */
export function wordsAlone(text: string): string {
  return text
    .replace(/^\[[^\]]*\] /, '')
    .replace(/(?: \([^()]{1,90}\)| \[inherited from [^\]]*\])+$/, '');
}

/** Ids of sessions and memories lead there: `claude-code 81bb2383`, `session_read 81bb2383`, `mem-1a2b`. */
const ID = /(\b(?:[a-z][\w-]* |^))([0-9a-f]{8})\b|\b(mem-[\w-]{4,40})/g;

function withLinks(text: string): Children {
  const parts: Children[] = [];
  let at = 0;
  for (const { 0: whole, 1: before = '', 2: session, 3: memory, index } of text.matchAll(ID)) {
    parts.push(text.slice(at, index), before);
    parts.push(memory ? <MemoryLink id={memory} /> : <SessionLink id={session!} />);
    at = index + whole.length;
  }
  return [...parts, text.slice(at)];
}

function Why({ line, short }: { line: ToldLine; short: string }): VNode | null {
  const [isOpen, setOpen] = useState(false);
  const { why, session_id, memory_id } = line;
  if (why.length === 0 && session_id === null && memory_id === null) return null;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-label={`Why: ${short}`}
        onClick={() => setOpen(!isOpen)}
      >
        Why
      </button>
      {isOpen && (
        <div class="why">
          {why.map((one) => (
            <p>{one}</p>
          ))}
          {session_id && (
            <p>
              From session <SessionLink id={session_id} />
            </p>
          )}
          {memory_id && (
            <p>
              Memory <MemoryLink id={memory_id} />
            </p>
          )}
        </div>
      )}
    </>
  );
}

function MemoryLink({ id }: { id: string }): VNode {
  if (!surroundings().hasPages) return <span class="id">{id}</span>;
  return (
    <a class="id" href={`#/memory/${id}`}>
      {id}
    </a>
  );
}
