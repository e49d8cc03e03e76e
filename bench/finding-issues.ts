import type { Fact } from '../src/domain/fact.ts';
import { DAY, HOUR } from '../src/domain/time.ts';
import type { StartQuery, StoredSession } from './finding-data.ts';
import { numbers } from './seed.ts';

/**
 * Sessions of one made-up shop, told apart by issue ids, versions and branches. Several issues share each subject, the
 * agent names other issues and line numbers in passing, and work on an issue goes on days or weeks after it began.
 */

const SESSIONS = 60;
const START = Date.parse('2026-06-01T08:00:00Z');

interface Subject {
  readonly slug: string;
  readonly what: readonly string[];
  readonly files: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  {
    slug: 'vat',
    what: ['the VAT on discounted invoices', 'rounding of VAT per line', 'VAT for reverse charge customers'],
    files: ['src/billing/vat.ts', 'src/billing/invoice.ts', 'src/billing/rounding.ts'],
  },
  {
    slug: 'export',
    what: ['the CSV export of orders', 'the nightly export to the warehouse', 'encoding in the order export'],
    files: ['src/export/csv.ts', 'src/export/orders.ts', 'src/jobs/nightly.ts'],
  },
  {
    slug: 'login',
    what: ['the login with a magic link', 'sessions that expire during login', 'rate limits on login'],
    files: ['src/auth/login.ts', 'src/auth/session.ts', 'src/auth/limit.ts'],
  },
  {
    slug: 'webhooks',
    what: ['retries of the payment webhooks', 'duplicate payment webhooks', 'signatures of payment webhooks'],
    files: ['src/payments/webhook.ts', 'src/payments/retry.ts', 'src/payments/signature.ts'],
  },
];

type Naming = (random: () => number, subject: Subject) => string;

const NAMINGS: readonly Naming[] = [
  (random) => `#${300 + Math.floor(random() * 400)}`,
  (random) => `SHOP-${10 + Math.floor(random() * 180)}`,
  (random, { slug }) => `feature/${slug}-${2 + Math.floor(random() * 9)}`,
  (random) => `${1 + Math.floor(random() * 4)}.${Math.floor(random() * 12)}.${Math.floor(random() * 9)}`,
  (random) => `task ${10 + Math.floor(random() * 60)}`,
];

const FIRST_ASKS = [
  'Please look into ID: WHAT is wrong for some customers.',
  'Start with ID, it is about WHAT. Write a failing test first.',
  'ID came in this morning. WHAT needs another look, see FILE:LINE.',
  'We planned ID for this sprint: WHAT.',
];
const LATER_ASKS = [
  'Continue with ID please.',
  'Back to ID. The test at FILE:LINE is still red.',
  'What is left to do for ID before we can merge?',
  'QA reopened ID, WHAT still fails at line LINE.',
  'Let us finish ID today.',
];
const REPLIES = [
  'I read FILE and changed how WHAT is handled around line LINE. The tests pass now.',
  'The cause is in FILE: a value is read before it is set. This is close to OTHER, which touched the same function.',
  'I added a test for WHAT. It fails at FILE:LINE as expected; OTHER had left it uncovered.',
  'Done. I also looked at line LINE of FILE while I was there, and left OTHER alone.',
];
const ASIDES = [
  'Is this the same as OTHER?',
  'Keep OTHER in mind, it touches the same code.',
  'OTHER waits until this is done.',
];
const NODS = ['ok, go on', 'looks good, commit it', 'run the whole suite once more', 'and the docs?'];

interface Issue {
  readonly name: string;
  readonly subject: Subject;
}

export function issueSessions(seed = 11): { sessions: StoredSession[]; queries: StartQuery[] } {
  const random = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const used = new Set<string>();
  const newIssue = (): Issue => {
    for (;;) {
      const subject = pick(SUBJECTS);
      const name = pick(NAMINGS)(random, subject);
      if (!used.has(name)) {
        used.add(name);
        return { name, subject };
      }
    }
  };
  const issues: Issue[] = [];
  const of: number[] = [];
  const sessions: StoredSession[] = [];
  const queries: StartQuery[] = [];
  for (let t = 0; t < SESSIONS; t++) {
    // A third of the sessions begin something new, until there is enough of it.
    const isNew = issues.length < 4 || (issues.length < 24 && random() < 0.35);
    const number = isNew ? issues.push(newIssue()) - 1 : Math.floor(random() * issues.length);
    const issue = issues[number]!;
    const other = () => {
      const known = issues.filter((one) => one !== issue);
      return known.length > 0 ? pick(known).name : 'the last release';
    };
    const fill = (template: string): string =>
      template
        .replace('ID', issue.name)
        .replace('WHAT', pick(issue.subject.what))
        .replaceAll('FILE', pick(issue.subject.files))
        .replaceAll('LINE', String(300 + Math.floor(random() * 400)))
        .replace('OTHER', other());
    const prompt = fill(pick(isNew ? FIRST_ASKS : LATER_ASKS));
    // One session in six begins without the id, which only the agent tells.
    const isUnnamed = isNew && random() < 0.5;
    const said = isUnnamed ? prompt.replace(issue.name, 'the new ticket') : prompt;
    const facts: Fact[] = [{ kind: 'prompt', text: said }];
    if (isUnnamed) facts.push({ kind: 'reply', text: `I opened ${issue.name} for it and began.` });
    const turns = 2 + Math.floor(random() * 6);
    for (let i = 0; i < turns; i++) {
      facts.push({ kind: 'reply', text: fill(pick(REPLIES)) });
      facts.push({ kind: 'prompt', text: fill(random() < 0.15 ? pick(ASIDES) : pick(NODS)) });
    }
    const path = pick(issue.subject.files);
    facts.push({ kind: 'tool', tool: 'Edit', ok: true, touched: [{ path, how: 'edit' }] });
    const gold = new Set(of.flatMap((one, place) => (one === number ? [place] : [])));
    if (gold.size > 0) queries.push({ t, prompt, gold });
    of.push(number);
    sessions.push({ at: START + t * 1.4 * DAY + Math.floor(random() * 6) * HOUR, facts });
  }
  return { sessions, queries };
}
