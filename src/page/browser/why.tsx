import type { VNode } from 'preact';
import { useOperation } from './api.ts';
import { Ago, Empty, Head, SessionLink, Table, Trouble, Waiting } from './parts.tsx';

/** Lines of a file that came with one commit and one change. */
interface WhyBlock {
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
  const { data, problem } = useOperation<{ blocks: readonly WhyBlock[] }>('why', { place: path });
  const name = path.split('/').at(-1)!;
  if (!data)
    return (
      <>
        <Head title={name} />
        {problem ? <Trouble problem={problem} /> : <Waiting />}
      </>
    );
  const columns = [
    {
      title: 'Lines',
      cell: ({ from, to }: WhyBlock) => (from === to ? `${from}` : `${from}–${to}`),
    },
    { title: 'Session', cell: sessionOfBlock },
    { title: 'Why', cell: reasonOfBlock },
    { title: 'When', cell: ({ at }: WhyBlock) => (at ? <Ago at={at} /> : '') },
  ];
  return (
    <>
      <Head title={name} about={<code>{path}</code>} />
      {data.blocks.length === 0 ? (
        <Empty title="An empty file" />
      ) : (
        <Table label="Who wrote it" columns={columns} rows={data.blocks} />
      )}
    </>
  );
}

function reasonOfBlock({ asked = [], commit }: WhyBlock): string {
  return asked.map(({ words }) => words).join(' / ') || commit?.summary || 'not committed';
}

function sessionOfBlock({ session_id: id, turn, probably }: WhyBlock): VNode | string {
  if (id === null) return '';
  return (
    <>
      {probably ? 'probably ' : ''}
      <SessionLink id={id}>{id.slice(0, 8)}</SessionLink> turn {turn}
    </>
  );
}
