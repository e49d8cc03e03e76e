import { expect, test } from 'vitest';
import type { StandingSession } from '../restore/standing.ts';
import { NOTHING_STOPPED, type Stopped } from '../session/stopped.ts';
import { type Beside, earlierLine, lastTimeItems } from './last-time.ts';

const lines = (stopped: Partial<Stopped>, beside: Partial<Beside> = {}) =>
  lastTimeItems(
    { stopped: { ...NOTHING_STOPPED, ...stopped } },
    { ruled: [], listed: [], within: [], ...beside },
  )
    .sort((a, b) => a.place! - b.place!)
    .map(({ text }) => text);

test('sentences that stand elsewhere in the text are left out, whatever small words they have', () => {
  const stopped = {
    told: ['Let us say invoices of Acme have 3 decimals.', 'The host is called Berta.'],
    noted: ['The cause is the time zone of the export.', 'Port 5433 is taken.'],
  };
  const ruled = ['Invoices of Acme have 3 decimals.'];
  const listed = ['The cause is the time zone of the export'];
  expect(lines(stopped, { ruled, listed })).toEqual([
    '- told: "The host is called Berta."',
    '- earlier, the agent: "Port 5433 is taken."',
  ]);
});

test('figures of one thing are different facts', () => {
  const stopped = {
    said: 'The p95 of the gateway is 188 ms now.',
    noted: ['The p95 of the gateway is 900 ms.'],
  };
  expect(lines(stopped)).toHaveLength(2);
});

test('a question stands on its own line only, with what follows it', () => {
  const said = 'Self-hosted now, 14 pages. Should the italic be included? It adds another 70 kB.';
  expect(lines({ said, question: 'Should the italic be included?' })).toEqual([
    '- the agent: "Self-hosted now, 14 pages."',
    '- the agent asked, and nobody answered: "Should the italic be included? It adds another 70 kB."',
  ]);
  expect(lines({ said: 'May I?', question: 'May I?' })).toEqual([
    '- the agent asked, and nobody answered: "May I?"',
  ]);
});

test('options are told once, also where only their beginnings are kept', () => {
  const said = 'Two ways: 1. Start cron in one instance only; 2. Claim rows; Which one?';
  expect(lines({ said, question: '1. Start cron in… 2. Claim rows; Which one?' })).toEqual([
    '- the agent: "Two ways:"',
    '- the agent asked, and nobody answered: "1. Start cron in… 2. Claim rows; Which one?"',
  ]);
});

test('a question of an earlier reply leaves the last one whole', () => {
  expect(lines({ said: 'Did it.', question: 'Which port?' })).toEqual([
    '- the agent: "Did it."',
    '- the agent asked, and nobody answered: "Which port?"',
  ]);
});

test('on a channel that people share it is not said that the person asked', () => {
  expect(lines({ asked: { text: 'deploy v2', answered: true, at: 0, group: true } })).toEqual([
    '- somebody asked: "deploy v2"',
  ]);
});

test('a request is told without its rules, and not at all where it is nothing else, unless nobody answered it', () => {
  const rule = 'Never log the bodies of events.';
  const asked = (text: string, answered = true) => ({ asked: { text, answered, at: 0 } });
  expect(lines(asked(`Good. ${rule}`), { ruled: [rule] })).toEqual([]);
  expect(lines(asked(`Now start on the drain worker. ${rule}`), { ruled: [rule] })).toEqual([
    '- asked: "Now start on the drain worker."',
  ]);
  expect(lines(asked(rule, false), { ruled: [rule] })).toEqual([`- asked: "${rule}" (not answered)`]);
});

test('a request that points at another is told behind it', () => {
  const asked = { text: 'next part please', answered: false, at: 0, about: 'Add dark mode to the settings.' };
  expect(lines({ asked })).toEqual([
    '- asked: "Add dark mode to the settings."; then: "next part please" (not answered)',
  ]);
  expect(lines({ asked }, { ruled: ['Add dark mode to the settings.'] })).toEqual([
    '- asked: "next part please" (not answered)',
  ]);
});

const earlier = (title: string, stopped: Partial<Stopped>, elsewhere: readonly string[] = []) =>
  earlierLine(
    { id: '1a2b3c4d5e', at: 0, title, stopped: { ...NOTHING_STOPPED, ...stopped } } as StandingSession,
    0,
    'relative',
    false,
    elsewhere,
  ).replace(/^[^:]*: /, '');
test('where a rule was all of the request, what stood in the one before it is told', () => {
  const rule = 'Man pages are mdoc, not markdown.';
  const told = ['32 bit hosts matter, I read mail on a sparc.'];
  const asked = { text: rule, answered: true, at: 0, about: `Accept both. ${told[0]}` };
  expect(lines({ asked, told }, { ruled: [rule] })).toEqual([`- told: "${told[0]}"`]);
  expect(lines({ asked, told })).toEqual([`- asked: "Accept both. ${told[0]}"; then: "${rule}"`]);
});

const request = (text: string, ...telling: string[]) => ({ text, answered: true, at: 0, telling });

test.each([
  [
    'Tomorrow please write the GDPR delete endpoint. For now only the header.',
    'Tomorrow please write the GDPR delete endpoint.',
  ],
  [
    'The DATEV import has to wait for Ms Lindner. Now the header.',
    'The DATEV import has to wait for Ms Lindner.',
  ],
  ['明天请写GDPR删除接口。', '明天请写GDPR删除接口。'],
])('an earlier session tells what its last request says beside its title: %s', (text, told) => {
  const line = earlier('Add a footer', { asked: request(text, told), said: 'Header done.' });
  expect(line).toBe(`Add a footer → "Header done."; told: "${told}"`);
});

test('an earlier session does not tell its title, a rule or a small request twice', () => {
  const text = 'Add a footer with the imprint to layout.ts.';
  expect(earlier(text.slice(0, -1), { asked: request(text, text) })).toBe(text.slice(0, -1));
  expect(earlier('Add a footer', { asked: request(text, text) }, [text])).toBe('Add a footer');
  expect(earlier('Add a footer', { asked: request('now the header please') })).toBe('Add a footer');
});

test('an earlier session tells what was left open, as far as there is room', () => {
  const next = ['Items 3 and 5 I have not touched: they need a decision.', 'x'.repeat(190)];
  expect(earlier('Five things', { said: 'Did three.', next })).toBe(
    `Five things → "Did three."; open then: "${next[0]}"`,
  );
  expect(earlier('Five things', { next: next.slice(0, 1) }, next)).toBe('Five things');
  expect(earlier('Five things', { said: '1. It is `users` now. Fine.' })).toContain(
    '→ "1. It is `users` now."',
  );
});
