import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ASKS } from '../asks.ts';
import { askOperation, report, useOperation } from './api.ts';
import type { MemoryJson } from './memory.tsx';
import {
  Action,
  Ago,
  type Children,
  Empty,
  Head,
  projectTitle,
  say,
  sayTrouble,
  Trouble,
  Waiting,
} from './parts.tsx';

interface PinJson {
  readonly content: string;
  readonly label?: string;
  readonly critical?: boolean;
  readonly pinnedAt: string;
  readonly by?: string;
}

interface Rules {
  readonly rules: readonly MemoryJson[];
  readonly proposals: readonly MemoryJson[];
}

/** Things kept on purpose: those that stay until somebody ends them, those that wait for a word, and those that fade. */
export function KeptPage(): VNode {
  const pins = useOperation<{ pins: PinJson[]; waiting: PinJson[]; next: PinJson[] }>(...ASKS.pins);
  const rules = useOperation<Rules>(...ASKS.rules);
  const memories = useOperation<{ memories: MemoryJson[] }>(...ASKS.memories);
  const again = () => {
    pins.again();
    rules.again();
    memories.again();
  };
  const held = pins.data ? [...pins.data.pins, ...pins.data.waiting, ...pins.data.next] : [];
  const own = held.filter(isOwn);
  const ageing = held.filter((pin) => !isOwn(pin));
  const known = new Set(
    [...(rules.data?.rules ?? []), ...(rules.data?.proposals ?? [])].map(({ id }) => id),
  );
  const others = (memories.data?.memories ?? []).filter(({ id }) => !known.has(id));
  const isThere = pins.data && rules.data && memories.data;
  return (
    <>
      <Head
        title="Kept"
        about="Rules and your own pins stay until you end them. Everything else fades with age."
      />
      <Trouble problem={pins.problem ?? rules.problem ?? memories.problem} />
      {!report && <NewOne done={again} />}
      {!isThere && !pins.problem && !memories.problem && <Waiting />}
      {isThere && (
        <>
          <Stays rules={rules.data!.rules} pins={own} again={again} />
          <Proposed proposals={rules.data!.proposals} again={again} />
          <Fades pins={ageing} memories={others} again={again} />
        </>
      )}
    </>
  );
}

interface KeptProps {
  readonly again: () => void;
}

interface StaysProps extends KeptProps {
  readonly rules: Rules['rules'];
  readonly pins: readonly PinJson[];
}

function Stays({ rules, pins, again }: StaysProps): VNode {
  const staying = rules.length + pins.length;
  return (
    <section>
      <h2>
        Stays <span class="muted small">{staying || ''}</span>
      </h2>
      {staying === 0 && (
        <Empty title="Nothing stays yet">
          Say "always …", "never …" or "from now on …" to an agent, or write a rule above: every
          later session here is told it.
        </Empty>
      )}
      <ul class="lines">
        {rules.map((one) => (
          <Item about={memoryLine(one)} text={one.content} tag="rule">
            <Action
              label="End"
              about={one.content}
              operation="rule"
              input={{ end: one.id }}
              done={again}
            />
            <Forget one={one} again={again} />
          </Item>
        ))}
        {pins.map((pin) => (
          <PinItem pin={pin} again={again} />
        ))}
      </ul>
    </section>
  );
}

function Proposed({
  proposals,
  again,
}: KeptProps & { readonly proposals: Rules['proposals'] }): VNode | null {
  if (proposals.length === 0) return null;
  return (
    <section>
      <h2>
        Waits for your word <span class="muted small">{proposals.length}</span>
      </h2>
      <p class="muted small">Proposed rules are told to nobody until you keep them.</p>
      <ul class="lines">
        {proposals.map((one) => (
          <Item about={memoryLine(one)} text={one.content} tag="proposed">
            <Action
              label="Keep for good"
              about={one.content}
              operation="rule"
              input={{ accept: one.id }}
              done={again}
            />
            <Action
              label="Dismiss"
              about={one.content}
              operation="rule"
              input={{ end: one.id }}
              done={again}
            />
          </Item>
        ))}
      </ul>
    </section>
  );
}

interface FadesProps extends KeptProps {
  readonly pins: readonly PinJson[];
  readonly memories: readonly MemoryJson[];
}

function Fades({ pins, memories, again }: FadesProps): VNode {
  const fading = pins.length + memories.length;
  return (
    <section>
      <h2>
        Fades <span class="muted small">{fading || ''}</span>
      </h2>
      {fading === 0 && (
        <Empty title="No memories">
          A memory is a piece of knowledge that fades unless it proves true. Agents keep some with
          cortex_add.
        </Empty>
      )}
      <ul class="lines">
        {pins.map((pin) => (
          <PinItem pin={pin} again={again} />
        ))}
        {memories.map((one) => (
          <Item
            key={one.id}
            about={memoryLine(one)}
            text={one.content}
            tag={null}
            sure={one.confidence}
          >
            <Action
              label="Keep for good"
              about={one.content}
              operation="rule"
              input={{ text: one.content }}
              done={again}
            />
            <Action
              label="Still true"
              about={one.content}
              operation="memory update"
              input={{ id: one.id, outcome: 'confirmed' }}
              done={again}
            />
            <Forget one={one} again={again} />
          </Item>
        ))}
      </ul>
    </section>
  );
}

/** A person's own pin stays; one that was inherited by an older version ages. */
function isOwn({ by, label = '' }: PinJson): boolean {
  return by === 'person' && !label.includes('[inherited from');
}

function memoryLine({ id, source, scope, categories, updated_at }: MemoryJson): Children {
  const tags = categories.filter((one) => one !== 'rule' && one !== 'proposal');
  return (
    <>
      {[
        source === 'person' ? 'yours' : `by ${source === 'agent' ? 'an agent' : source}`,
        projectTitle(scope),
        ...tags,
      ].join(' · ')}{' '}
      · <Ago at={updated_at} />
      {!report && (
        <>
          {' '}
          · <a href={`#/memory/${id}`}>more</a>
        </>
      )}
    </>
  );
}

interface ItemProps {
  readonly text: string;
  readonly about: Children;
  readonly tag: string | null;
  /** The confidence, for items that lose it with age. */
  readonly sure?: number;
  readonly children?: Children;
}

function Item({ text, about, tag, sure, children }: ItemProps): VNode {
  return (
    <li class="line kept" data-item tabindex={-1}>
      <div class="line-text">
        {tag && (
          <>
            <span class={`badge ${tag}`}>{tag}</span>{' '}
          </>
        )}
        {text}
        <div class="small muted">
          {sure !== undefined && <Sure share={sure} />}
          {about}
        </div>
      </div>
      <div class="line-doing">{children}</div>
    </li>
  );
}

function Sure({ share }: { share: number }): VNode {
  return (
    <>
      <span class="sure" title={`confidence ${share.toFixed(2)}`}>
        <svg
          viewBox="0 0 40 6"
          width="40"
          height="6"
          role="img"
          aria-label={`confidence ${share.toFixed(2)}`}
        >
          <rect width="40" height="6" rx="3" class="none" />
          <rect width={Math.max(3, share * 40)} height="6" rx="3" />
        </svg>
      </span>{' '}
    </>
  );
}

function PinItem({ pin, again }: { pin: PinJson; again: () => void }): VNode {
  const name = nameOf(pin);
  const about = (
    <>
      {name && (
        <>
          <b>{name}</b> ·{' '}
        </>
      )}
      {isOwn(pin) ? 'yours' : `by ${pin.by === 'file' ? 'a file' : 'an agent'}, told for some days`}{' '}
      · <Ago at={pin.pinnedAt} />
    </>
  );
  const kept = {
    content: pin.content,
    ...(name && { label: name }),
    ...(pin.critical && { critical: true }),
  };
  return (
    <Item text={pin.content} about={about} tag={pin.critical ? 'critical' : 'pin'}>
      {!isOwn(pin) && (
        <Action
          label="Keep for good"
          about={pin.content}
          operation="pin"
          input={kept}
          done={again}
        />
      )}
      <Action
        label="Unpin"
        about={pin.content}
        operation="unpin"
        input={{ pins: [name || pin.content] }}
        done={again}
      />
    </Item>
  );
}

function Forget({ one, again }: { one: MemoryJson; again: () => void }): VNode {
  return (
    <Action
      label="Forget"
      isDanger
      about={one.content}
      operation="memory forget"
      input={{ ids: [one.id] }}
      done={again}
    />
  );
}

/** Without the words that say where it was inherited from. */
function nameOf({ label = '' }: PinJson): string {
  return label.replace(/\s*\[inherited from [^\]]*\]\s*$/, '');
}

const KINDS = {
  rule: { operation: 'rule', field: 'text', hint: 'Something that holds from now on' },
  pin: { operation: 'pin', field: 'content', hint: 'Something that every session keeps in mind' },
  memory: {
    operation: 'memory add',
    field: 'content',
    hint: 'A piece of knowledge; it fades unless it proves true',
  },
} as const;

function NewOne({ done }: { done: () => void }): VNode {
  const [kind, setKind] = useState<keyof typeof KINDS>('rule');
  const [text, setText] = useState('');
  const { operation, field, hint } = KINDS[kind];
  const make = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const outcome = await askOperation(operation, { [field]: text.trim() });
    if (outcome.kind === 'failed') return sayTrouble(`${outcome.message} ${outcome.advice ?? ''}`);
    setText('');
    say('Kept.');
    done();
  };
  return (
    <form class="new-one" onSubmit={make}>
      <div class="segments" role="group" aria-label="Kind">
        {Object.keys(KINDS).map((one) => (
          <button
            type="button"
            aria-pressed={one === kind}
            onClick={() => setKind(one as keyof typeof KINDS)}
          >
            {one}
          </button>
        ))}
      </div>
      <label class="grow">
        <span class="hidden">{hint}</span>
        <input
          type="text"
          maxlength={500}
          placeholder={hint}
          value={text}
          onInput={(event: InputEvent) => setText((event.target as HTMLInputElement).value)}
        />
      </label>
      <button type="submit" class="main">
        Keep
      </button>
    </form>
  );
}
