import { CAPABILITIES } from './checks.mjs';

const WORDS = { true: 'yes', false: 'no', null: '–' };

/** Hosts down, capabilities across; every cell that is not a yes has a number, and its reason below. */
export function renderTable(all) {
  const reasons = [];
  const cell = (host, { ok, why }) => {
    if (ok === true) return WORDS.true;
    const text = `${host}: ${why}`;
    if (!reasons.includes(text)) reasons.push(text);
    return `${WORDS[ok]} ${reasons.indexOf(text) + 1}`;
  };
  const head = ['', ...Object.keys(CAPABILITIES)];
  const rows = all.map(({ host, version, found }) => [
    titleOf({ host, version }),
    ...Object.keys(CAPABILITIES).map((name) =>
      cell(host, found.get(name) ?? { ok: null, why: 'not looked at' }),
    ),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column].length)),
  );
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const table = [line(head), rule, ...rows.map(line)].join('\n');
  const notes = reasons.map((text, n) => `${n + 1}. ${text}`).join('\n');
  return [table, notes, ...all.flatMap(claimsOf)].filter(Boolean).join('\n\n');
}

const titleOf = ({ host, version }) => (version ? `${host} ${version}` : host);

function claimsOf({ host, version, claims }) {
  if (claims.length === 0) return [];
  const lines = claims.map(
    ({ text, ok, why }) => `- ${ok ? 'yes' : '**no**'}: ${text}${ok ? '' : ` (${why})`}`,
  );
  return [`${titleOf({ host, version })}, besides:`, lines.join('\n')];
}
