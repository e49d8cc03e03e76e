import type { VNode } from 'preact';
import type { Children } from './parts.tsx';

/**
 * Agents write Markdown. Code, lists, headings, rows of tables and stress are set as such; everything else stays as it was
 * written, links too: stored text leads nowhere by itself.
 */
export function Prose({ text }: { text: string }): VNode {
  return (
    <div class="prose">
      {parseBlocks(text).map(({ kind, lines }) => {
        if (kind === 'code') return <pre tabindex={0}>{lines.join('\n')}</pre>;
        if (kind === 'table') return <Rows lines={lines} />;
        if (kind === 'heading')
          return (
            <p>
              <b>{inline(lines.join(' ').replace(/^#+ /, ''))}</b>
            </p>
          );
        if (kind === 'item')
          return (
            <ul>
              {lines.map((line) => (
                <li class={/^ {2,}/.test(line) ? 'deeper' : undefined}>
                  {inline(line.replace(ITEM, ''))}
                </li>
              ))}
            </ul>
          );
        return <p>{inline(lines.join('\n'))}</p>;
      })}
    </div>
  );
}

const RULE = /^\s*\|[\s:|-]+\|\s*$/;

/** `| a | b |`: the first row is the head where a rule stands below it. */
function Rows({ lines }: { lines: readonly string[] }): VNode {
  const hasHead = lines.length > 1 && RULE.test(lines[1]!);
  const rows = lines.filter((line) => !RULE.test(line)).map(cellsIn);
  const [head, ...rest] = rows;
  return (
    <section class="scrolls" tabindex={0} aria-label="Table">
      <table>
        {hasHead && head && (
          <thead>
            <tr>
              {head.map((cell) => (
                <th scope="col">{inline(cell)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {(hasHead ? rest : rows).map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellsIn(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

type BlockKind = 'code' | 'heading' | 'item' | 'table' | 'text';

interface ProseBlock {
  readonly kind: BlockKind;
  readonly lines: string[];
}

const FENCE = /^\s*(?:```|~~~)/;
const ITEM = /^\s*(?:[-*•] |(?=\d+[.)] ))/;

function parseBlocks(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  let isCode = false;
  let isNew = true;
  const add = (kind: BlockKind, line: string) => {
    const open = blocks.at(-1);
    if (open?.kind === kind && !isNew) open.lines.push(line);
    else blocks.push({ kind, lines: [line] });
    isNew = kind === 'heading';
  };
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      isCode = !isCode;
      isNew = true;
    } else if (isCode) add('code', line);
    else if (line.trim() === '') isNew = blocks.at(-1)?.kind !== 'item';
    else add(kindOf(line), line);
  }
  return blocks;
}

function kindOf(line: string): BlockKind {
  if (/^#{1,6} /.test(line)) return 'heading';
  if (/^\s*\|.*\|\s*$/.test(line)) return 'table';
  return ITEM.test(line) ? 'item' : 'text';
}

/** `code` and **stress**. */
function inline(text: string): Children {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part, i) => {
    if (i % 2 === 0) return part;
    return part.startsWith('`') ? <code>{part.slice(1, -1)}</code> : <b>{part.slice(2, -2)}</b>;
  });
}
