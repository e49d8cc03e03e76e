import { asRecord } from '../../domain/text/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The sections of an `*.ai.sop` as text that can be read from top to bottom. */
export function textOfSections(sections: Fields): string {
  const meta = asRecord(sections['meta']);
  const about = [meta?.['description'], meta?.['summary'], meta?.['purpose']];
  const parts = about.filter((text) => typeof text === 'string').map((text) => text.trim());
  for (const [name, value] of Object.entries(sections)) {
    if (name === 'meta') continue;
    const lines = linesOf(value, name === 'preflight');
    if (lines.length > 0) parts.push([`${titled(name)}:`, ...lines].join('\n'));
  }
  return parts.join('\n\n');
}

/** `pre_flight` → `Pre flight`. */
function titled(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function linesOf(value: unknown, numbered: boolean): string[] {
  if (typeof value === 'string') return value.trimEnd().split('\n');
  if (Array.isArray(value))
    return value.flatMap((item, i) => beside(numbered ? `${i + 1}. ` : '- ', itemLines(item)));
  return membersOf(value, '- ');
}

/** An entry of a list: of a map, its id and action come first and the rest below them. */
function itemLines(item: unknown): string[] {
  const fields = asRecord(item);
  if (!fields) return linesOf(item, false);
  const isFirst = (name: string) => name === 'id' || name === 'action';
  const [id, action] = [fields['id'], fields['action']].map((one) =>
    typeof one === 'string' ? one.trim() : '',
  );
  const first = [id && `[${id}]`, action].filter(Boolean).join(' ');
  const rest = Object.entries(fields).filter(([name, value]) => !isFirst(name) || typeof value !== 'string');
  const lines = rest.flatMap(([name, value]) => member(name, value, ''));
  return first ? [...first.split('\n'), ...lines] : lines;
}

function membersOf(map: unknown, mark: string): string[] {
  return Object.entries(asRecord(map) ?? {}).flatMap(([name, inner]) => member(name, inner, mark));
}

function member(name: string, value: unknown, mark: string): string[] {
  if (value === null) return beside(mark, [name]);
  const lines = asRecord(value) ? membersOf(value, '') : linesOf(value, false);
  if (typeof value === 'string' && lines.length === 1) return beside(mark, [`${name}: ${lines[0]}`]);
  return beside(mark, [`${name}:`, ...lines.map((line) => `  ${line}`)]);
}

function beside(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + line);
}
