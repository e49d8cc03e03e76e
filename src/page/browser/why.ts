import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useOperation } from './api.ts';
import { Ago, Empty, Head, Table, Trouble, Waiting } from './parts.ts';

/** Lines of a file that came with one commit and one change. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly commit: { readonly id: string; readonly summary: string } | null;
  readonly session_id: string | null;
  readonly turn?: number;
  readonly at?: string;
  readonly probably?: boolean;
  readonly asked?: readonly { readonly words: string }[];
}

/** A file, block by block: which session wrote it, and for which request. */
export function WhyPage({ path }: { path: string }): VNode {
  const { data, problem } = useOperation<{ blocks: readonly Block[] }>('why', { place: path });
  const name = path.split('/').at(-1)!;
  if (!data)
    return html`<${Head} title=${name} />${problem ? html`<${Trouble} problem=${problem} />` : html`<${Waiting} />`}`;
  const columns = [
    { title: 'Lines', cell: ({ from, to }: Block) => (from === to ? `${from}` : `${from}–${to}`) },
    { title: 'Session', cell: sessionOf },
    {
      title: 'Why',
      cell: ({ asked = [], commit }: Block) =>
        asked.map(({ words }) => words).join(' / ') || commit?.summary || 'not committed',
    },
    { title: 'When', cell: ({ at }: Block) => (at ? html`<${Ago} at=${at} />` : '') },
  ];
  return html`<${Head} title=${name} about=${html`<code>${path}</code>`} />
    ${data.blocks.length === 0 ? html`<${Empty} title="An empty file" />` : html`<${Table} label="Who wrote it" columns=${columns} rows=${data.blocks} />`}`;
}

function sessionOf({ session_id: id, turn, probably }: Block): VNode | string {
  if (id === null) return '';
  return html`${probably ? 'probably ' : ''}<a class="id" href=${`#/session/${encodeURIComponent(id)}?turn=${turn}`}>${id.slice(0, 8)}</a> turn ${turn}` as VNode;
}
