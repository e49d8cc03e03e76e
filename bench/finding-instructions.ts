import type { Fact } from '../src/domain/fact.ts';
import { DAY } from '../src/domain/time.ts';
import type { StoredSession } from './finding-data.ts';
import { numbers } from './seed.ts';

/**
 * What a person told an agent once, among many sessions in which the agent speaks of the same subjects at length, and
 * questions about it in other words.
 */
const TOLD: readonly (readonly [said: string, question: string])[] = [
  ['Please keep commit messages under fifty characters.', 'How long may my commit messages be?'],
  [
    'I prefer tabs over spaces in the Makefiles of this repository.',
    'Did I say tabs or spaces for Makefiles?',
  ],
  [
    'The staging database is called heron, production is called egret.',
    'What is the name of our staging database?',
  ],
  [
    'Never push to main on a Friday, the on-call rota is empty then.',
    'On which day must nothing be pushed to main?',
  ],
  ['Use pnpm here, the lock file of npm is ignored.', 'Which package manager did I ask for?'],
  [
    'Errors go to Sentry, warnings only to the log.',
    'Where did I want errors to be reported, and where warnings?',
  ],
  [
    'Write dates as 16 November 2026 in everything a customer reads.',
    'How should dates be written for customers?',
  ],
  [
    'Our reviewer for the payment code is Marta, ask her before merging.',
    'Who reviews changes of the payment code?',
  ],
  [
    'For the API I want plural resource names, orders and not order.',
    'Did I want singular or plural resource names in the API?',
  ],
  ['Do not mock the clock with sinon, we have a fake of our own.', 'What did I say about mocking the clock?'],
  [
    'The customer wants invoices as PDF/A because of their archive.',
    'Which PDF flavour did the customer want for invoices?',
  ],
  [
    'My timezone is Lisbon, plan the nightly jobs for two in the morning there.',
    'At what hour should nightly jobs run in my timezone?',
  ],
  [
    'Keep functions short, I get lost above thirty lines.',
    'How many lines may a function have before I get lost?',
  ],
  [
    'We will drop support for Node 20 in the spring.',
    'When did I say that support for Node 20 would be dropped?',
  ],
  [
    'The feature flag for the new checkout is called swift-cart.',
    'What was the flag of the new checkout called?',
  ],
  [
    'Answer me in short bullet points, I read them on the phone.',
    'In which form do I want to be answered, and why?',
  ],
  ['Logs may not hold e-mail addresses, legal was clear about that.', 'What did legal forbid in our logs?'],
  [
    'The budget for the search cluster is 400 euros a month.',
    'How much may the search cluster cost a month?',
  ],
  [
    'I like the repository pattern less than plain functions with a connection.',
    'What do I like better than the repository pattern?',
  ],
  [
    'Tests that need the network belong into the folder test/online.',
    'Where do tests belong that need the network?',
  ],
  [
    'Before you change the schema show me the migration as SQL.',
    'What do I want to see before the schema is changed?',
  ],
  ['Our designers use 8 pixel steps, please never use 5.', 'Which spacing steps do our designers use?'],
  [
    'The demo for the board is on the ninth, the dashboard must be ready then.',
    'When is the demo for the board?',
  ],
  ['Call the helper withRetry, I do not like the name attempt.', 'Which name did I choose for the helper?'],
];

/** Subjects of the list above, as an agent talks about them without being told anything. */
const TALK = [
  'commit messages describe what changed and why; I wrote three commits and pushed them to the branch',
  'tabs and spaces are mixed in this file, the formatter takes care of them',
  'the staging database was migrated and the production database is untouched',
  'errors are logged and warnings are counted, the log shows both of them',
  'the dates in the customer report are parsed by one function now',
  'the payment code was reviewed and merged, the reviewer had one remark',
  'the API has resource names for orders, and the order is created by a POST',
  'the clock is mocked in the test, so that the time does not matter',
  'invoices are rendered as PDF for the customer and kept in the archive',
  'nightly jobs run in the morning, their hours are configured in a timezone',
  'the function has many lines, I split it into shorter functions',
  'support for Node is checked in the build, old versions are dropped',
  'the feature flag of the checkout is read once at the start',
  'the answer has bullet points with the points that are left',
  'the search cluster has a budget of memory, and costs are counted per month',
  'the repository pattern is used for the connection, plain functions elsewhere',
  'tests that need the network are slow, the folder has forty tests',
  'the schema was changed, a migration as SQL stands beside it',
  'designers asked for steps of several pixels in the spacing scale',
  'the dashboard of the demo is ready, the board sees the figures',
  'the helper retries an attempt, its name says so',
];
const ASKS = [
  'the build is red, have a look',
  'go on with the next point',
  'please add a test for that',
  'why is this slow?',
  'can you clean this up a bit?',
];

const SESSIONS = 90;
const START = Date.parse('2026-03-01T09:00:00Z');

export interface InstructionQuestion {
  readonly text: string;
  readonly gold: ReadonlySet<number>;
}

export function instructionSessions(seed = 23): {
  sessions: StoredSession[];
  questions: InstructionQuestion[];
} {
  const random = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const questions: InstructionQuestion[] = [];
  // The last third of the sessions says nothing new: everything was told long ago.
  const places = TOLD.map((_, i) => Math.floor(((i + random()) * SESSIONS * 0.66) / TOLD.length));
  const sessions = Array.from({ length: SESSIONS }, (_, place) => {
    const facts: Fact[] = [];
    const turns = 4 + Math.floor(random() * 5);
    for (let i = 0; i < turns; i++) {
      facts.push({ kind: 'prompt', text: pick(ASKS) });
      facts.push({ kind: 'reply', text: `${pick(TALK)}. Then ${pick(TALK)}. ${pick(TALK)}.` });
    }
    TOLD.forEach(([said, text], i) => {
      if (places[i] !== place) return;
      facts.splice(2 * Math.floor(random() * turns), 0, {
        kind: 'prompt',
        text: `${pick(ASKS)}. ${said}`,
      });
      questions.push({ text, gold: new Set([place]) });
    });
    return { at: START + place * 2 * DAY, facts };
  });
  return { sessions, questions };
}
