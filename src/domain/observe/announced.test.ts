import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { announcedIn } from './announced.ts';

const none = { decisions: [], blockers: [], resolved: [] };

describe('a decision', () => {
  const rows: readonly (readonly [string, string, string | null])[] = [
    ["Let's use Redis because it is already there.", 'Redis', 'it is already there'],
    ['let’s use Redis, since ops knows it', 'Redis', 'ops knows it'],
    ["ok, let's go with option C", 'option C', null],
    ['lets just use plain files then', 'plain files', null],
    ['Decision: names are lower case.', 'names are lower case', null],
    ['- decision: names are lower case', 'names are lower case', null],
    ["We'll go with gRPC as the clients are generated anyway", 'gRPC', 'the clients are generated anyway'],
    ["We'll use gRPC. Reason: generated clients.", 'gRPC', 'generated clients'],
    ["we're going with Caddy instead of nginx", 'Caddy instead of nginx', null],
    ['we have decided to drop support for Python 3.8', 'drop support for Python 3.8', null],
    ['We decided against a second queue.', 'against a second queue', null],
    ['we chose Vue over React because of the team', 'Vue over React', 'the team'],
    ['yes. Go with the first one', 'the first one', null],
    ["Let's keep the old endpoint as it is", 'keep the old endpoint as it is', null],
    ["let's stick w/ the defaults for now", 'the defaults', null],
    ["For the ids let's use ULIDs", 'ULIDs', null],
    ["Rather than a new table let's put it in the config file", 'put it in the config file', null],
    ['Use tabs rather than spaces in Makefiles.', 'tabs rather than spaces in Makefiles', null],
    ['From now on, use pnpm.', 'pnpm', null],
    ['Postgres it is!', 'Postgres', null],
    ["let's use `better-sqlite3` please", '`better-sqlite3`', null],
    ["thanks for the numbers.\nLet's go with 8 workers, more gives nothing.", '8 workers', null],
    ['Wir nehmen Postgres, weil es schon läuft.', 'Postgres', 'es schon läuft'],
    ['On part sur Vue car on le connaît.', 'Vue', 'on le connaît'],
    ['Vamos a usar Go porque es rápido.', 'Go', 'es rápido'],
    ['我们决定用 Go，因为简单。', '用 Go', '简单'],
    ['For the queue we take Postgres instead of Redis', 'Postgres instead of Redis', null],
    ['On a décidé de garder Brevo plutôt que SendGrid.', 'Brevo plutôt que SendGrid', null],
    ['Vamos usar Playwright porque precisamos do Safari.', 'Playwright', 'precisamos do Safari'],
    ["Let's use Redis after all", 'Redis', null],
  ];
  it.each(rows)('%j', (message, choice, reason) => {
    expect(announcedIn(message)).toEqual({ ...none, decisions: [{ choice, reason }] });
  });

  it('stands among others, in the order they were said', () => {
    const { decisions } = announcedIn(
      "Decision: A is the base.\nfix the tests\nLet's use B for the rest because of C.",
    );
    expect(decisions).toEqual([
      { choice: 'A is the base', reason: null },
      { choice: 'B for the rest', reason: 'C' },
    ]);
  });
});

describe('a change of mind', () => {
  const rows: readonly (readonly [string, string, string, string | null])[] = [
    ['actually, drop gRPC, we go with REST', 'REST', 'gRPC', null],
    [
      "drop Redis, we go with advisory locks. Ops won't guarantee persistence.",
      'advisory locks',
      'Redis',
      "Ops won't guarantee persistence",
    ],
    ['change of plan: REST instead of gRPC, the proxy breaks it', 'REST', 'gRPC', 'the proxy breaks it'],
    ['forget gRPC. REST it is.', 'REST', 'gRPC', null],
    ['We changed our minds: no Redis', 'no Redis', 'Redis', null],
    [
      'Change of plans: no Redis after all, ops does not want it. We go with Postgres instead.',
      'Postgres',
      'Redis',
      'ops does not want it',
    ],
    ['We decided against Redis for the jobs; Postgres it is.', 'Postgres', 'Redis for the jobs', null],
    [
      'We decided against the Drop-in: we use the API because legal wants it.',
      'the API',
      'the Drop-in',
      'legal wants it',
    ],
    ['We decided against Redis, we use Postgres.', 'Postgres', 'Redis', null],
    [
      "We decided to not use Adyen's Drop-in after all because legal forbids it.",
      "not use Adyen's Drop-in after all",
      "Adyen's Drop-in",
      'legal forbids it',
    ],
    ['we decided not to go with Redis, Postgres it is', 'Postgres', 'Redis', null],
    [
      "Scrap the decision about Adyen's Drop-in, legal forbids it. We decided to use the API.",
      'the API',
      "Adyen's Drop-in",
      'legal forbids it',
    ],
    ["Let's use Redis after all, Postgres is too slow", 'Redis', 'Postgres', 'Postgres is too slow'],
    ['scratch `better-sqlite3`, we go with node:sqlite', 'node:sqlite', '`better-sqlite3`', null],
    ['doch nicht mysql, wir nehmen sqlite, weil es reicht', 'sqlite', 'mysql', 'es reicht'],
    ['Finalement pas Redis, on part sur Postgres.', 'Postgres', 'Redis', null],
    ['Al final nada de Redis, vamos con Postgres porque ya está.', 'Postgres', 'Redis', 'ya está'],
  ];
  it.each(rows)('%j', (message, choice, instead, reason) => {
    expect(announcedIn(message).decisions).toEqual([{ choice, instead, reason }]);
  });

  const inPassing: readonly (readonly [string, string, string, string | null])[] = [
    ["let's go back to REST after all, gRPC is too slow", 'REST', 'gRPC', 'gRPC is too slow'],
    ['we no longer use gRPC, switch to REST', 'REST', 'gRPC', null],
    ['scratch gRPC, we use plain REST', 'plain REST', 'gRPC', null],
    ['no MongoDB after all, ops refuses it. Thanks.', 'no MongoDB after all', 'MongoDB', 'ops refuses it'],
    ["let's not use Redis", 'not use Redis', 'Redis', null],
    ["I don't want Redis any more, use Postgres", 'Postgres', 'Redis', null],
    ['replace gRPC with REST', 'REST', 'gRPC', null],
    ['switch back from gRPC to REST please', 'REST', 'gRPC', null],
    ['Redis is out, we use Postgres', 'Postgres', 'Redis', null],
    ['scrap the Redis idea and use Postgres', 'Postgres', 'the Redis idea', null],
    ['还是不用Redis了，改用Postgres。', 'Postgres', 'Redis', null],
    ['drop the idea of using Redis, use Postgres', 'Postgres', 'Redis', null],
    ['forget our plan to use Kafka', 'forget our plan to use Kafka', 'Kafka', null],
    ['drop the users table and run the migration', 'drop the users table', 'the users table', null],
  ];
  it.each(inPassing)('where such a decision stands: %j', (message, choice, instead, reason) => {
    expect(announcedIn(message).decisions).toEqual([{ choice, instead, reason, inPassing: true }]);
  });

  it.each([
    'drop Redis from the compose file',
    "don't use Redis in the tests",
    'drop it',
    'forget that',
    'if Redis is slow, drop Redis',
    'should we drop Redis?',
    'maybe drop Redis',
    'Scrap the decision about that',
    'Ben said we decided not to use Redis',
    'if we decided not to use Redis, say so',
    'have we decided to not use Redis?',
    'Ben said we drop Redis',
    "don't drop Redis",
    'no problem',
    'no Redis, please',
    '> drop Redis, we go with Postgres',
    'vergiss das',
    'n’oublie pas Redis',
  ])('is not in %j', (message) => {
    expect(announcedIn(message).decisions).toEqual([]);
  });
});

describe('a blocker', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ["I'm blocked by the missing VPN account.", 'blocked', 'the missing VPN account'],
    ['we are still blocked on PLAT-7, so mock it', 'blocked', 'PLAT-7'],
    ["I'm blocked, the registry is down.", 'blocked', 'the registry is down'],
    ['The release is blocked by a failing signature check', 'blocked', 'a failing signature check'],
    ['blocker: no test data', 'blocked', 'no test data'],
    ["We're stuck on the contract with the vendor.", 'blocked', 'the contract with the vendor'],
    ["We're waiting for the designs from Mia, so leave it", 'waiting', 'the designs from Mia'],
    ['still waiting on approval from legal', 'waiting', 'approval from legal'],
    ["I'm blocked waiting for database credentials", 'waiting', 'database credentials'],
    ["we can't ship until the audit is through", 'waiting', 'the audit is through'],
    ['This cannot be merged until marketing confirms the date', 'waiting', 'marketing confirms the date'],
    ['I need the dump from the customer before I can reproduce it', 'need', 'the dump from the customer'],
    [
      'we are blocked by the platform team, they must give us the new gateway route first (ticket PLAT-881).',
      'blocked',
      'the platform team, they must give us the new gateway route first (ticket PLAT-881)',
    ],
    [
      "I'm blocked on Dana from platform, she has to issue a new npm token, so skip the publish",
      'blocked',
      'Dana from platform, she has to issue a new npm token',
    ],
    [
      "We're blocked on the legal review of the DPA, Sabine needs until Friday.",
      'blocked',
      'the legal review of the DPA, Sabine needs until Friday',
    ],
    [
      "I'm waiting for the keys of the vendor, due on Monday",
      'waiting',
      'the keys of the vendor, due on Monday',
    ],
    ["We're waiting for the designs from Mia, use the old ones", 'waiting', 'the designs from Mia'],
    [
      "I'm blocked by the missing VPN account, we will do the docs first",
      'blocked',
      'the missing VPN account',
    ],
    [
      'blocked until the certificate for api.example.org is renewed by IT.',
      'blocked',
      'until the certificate for api.example.org is renewed by IT',
    ],
    ['The rollout is blocked until Monday', 'blocked', 'until Monday'],
    [
      "I can't go on, waiting for the credentials of the SFTP server from Acme.",
      'waiting',
      'the credentials of the SFTP server from Acme',
    ],
    ['this is on hold, waiting for the answer from legal', 'waiting', 'the answer from legal'],
    ["It's unclear who may delete invoices, product has to decide", 'unclear', 'who may delete invoices'],
    ['Ich warte noch auf die Freigabe vom Kunden.', 'waiting', 'die Freigabe vom Kunden'],
    ['Je suis bloqué par le proxy.', 'blocked', 'le proxy'],
    ['Estamos bloqueados por el VPN', 'blocked', 'el VPN'],
    ['我们被权限问题卡住了', 'blocked', '权限问题'],
  ];
  it.each(rows)('%j', (message, type, text) => {
    expect(announcedIn(message)).toEqual({ ...none, blockers: [{ type, text }] });
  });
});

describe('a blocker that is gone', () => {
  const rows: readonly (readonly [string, string])[] = [
    ["I'm no longer blocked", ''],
    ['ok, unblocked now', ''],
    ['no longer blocked by ops', 'ops'],
    ["We're not blocked by the VPN anymore.", 'the VPN'],
    ['Unblocked: the staging key', 'the staging key'],
    ['Unblocked: the sandbox key is there.', 'the sandbox key'],
    ['no longer blocked: the sandbox key arrived', 'sandbox key'],
    ["We're unblocked: Pierre sent the key", 'key from Pierre'],
    ['Pierre sent the key. Run it.', 'key from Pierre'],
    ['Pierre has just shared the sandbox key, go on', 'sandbox key from Pierre'],
    ['Pierre sent over the key this morning', 'key from Pierre'],
    ['The sandbox key is in 1Password now.', 'sandbox key'],
    ['the staging token is now in my keychain', 'staging token'],
    ['The key is finally in the team vault, go on', 'key'],
    ['The release is unblocked now', 'release'],
    ['Great, I got the staging key, so go on with the deploy', 'the staging key'],
    ["we've finally received access to the Billing API", 'access to the Billing API'],
    ['got the VPN account from ops.', 'the VPN account from ops'],
    ['The registry is back now', 'registry'],
    ['the certificate is there now, please continue', 'certificate'],
    ['The contract has been signed', 'contract'],
    ['the designs from Mia have arrived', 'designs from Mia'],
    ['fixed the proxy', 'the proxy'],
    ['I just fixed the flaky login test.', 'the flaky login test'],
    ['ok the token works now, go on', 'token'],
    ['The VPN is working again', 'VPN'],
    ['the proxy now works', 'proxy'],
    ['new token is in place, continue with the publish', 'token'],
    ['VPN is up, publish now', 'VPN'],
    ['staging is back up, run the migration', 'staging'],
    ['Dana gave me the token, go on', 'token'],
    ['she finally sent us the designs for the checkout', 'designs for the checkout'],
    ['ops has renewed the certificate', 'certificate'],
    ['the platform team restored the gateway route', 'gateway route'],
    ['we have the token now', 'token'],
    ['Dana is back from holiday, the token works now', 'token'],
    ['Ich bin nicht mehr blockiert.', ''],
    ['Ich habe jetzt den Zugang zum Staging bekommen.', 'den Zugang zum Staging'],
    ['Die Freigabe vom Kunden ist jetzt da.', 'Freigabe vom Kunden'],
    ['Je ne suis plus bloqué par le proxy.', 'le proxy'],
    ["J'ai reçu la clé de staging.", 'la clé de staging'],
    ['Ya no estamos bloqueados por el VPN', 'el VPN'],
    ['Ya tengo la clave de staging', 'la clave de staging'],
    ['Não estamos mais bloqueados pelo proxy', 'proxy'],
    ['Já recebi a chave de staging', 'a chave de staging'],
    ['我们不再被权限问题卡住了', '权限问题'],
    ['我拿到了测试账号', '测试账号'],
  ];
  it.each(rows)('%j', (message, text) => {
    expect(announcedIn(message)).toEqual({ ...none, resolved: [{ text }] });
  });

  it.each([
    'have we got the staging key?',
    'once we got the staging key, deploy it',
    "if the key is there now, let's go",
    "I haven't got the staging key",
    'I got the key but it does not work',
    'I got the same error again',
    'got an error in the parser',
    'I got it',
    'Ben said the key is there now',
    '> the key is there now',
    'the key is here',
    'fix the proxy',
    "the proxy isn't fixed",
    'we will be unblocked tomorrow',
    'Wenn der Zugang jetzt da ist, mach weiter',
    '你拿到了测试账号吗？',
    'Highlights: a faster start, fixed the issue with spaces in paths',
    'make sure the VPN is up',
    'ensure VPN is up',
    'wait until staging is back up',
    'check the logs, the token works now',
    'as soon as Dana is back, the token works again',
    'when staging is back up, run the migration',
    'the token should work now',
    "the token doesn't work now",
    'the token works',
    'it works now',
    'everything is up and running',
    'nobody gave us the token',
    'I sent Dana the token',
    'the server sent us the token twice',
    'the server sent the token',
    'I sent the key',
    'just sent the certificate',
    'she sent the key',
    'Pierre sent the key to Ben',
    'Pierre sent the key back',
    'Pierre sent the wrong key',
    'Pierre sent the old key',
    'Pierre sent an invoice',
    'Pierre sends the key',
    'once Pierre sent the key, run it',
    'has Pierre sent the key?',
    'the bug is in the parser now',
    'the sandbox key is in 1Password',
    'the sandbox key is not in 1Password now',
    'is the key in 1Password now?',
    'put the key in 1Password now',
    'Dana has to give me the token',
    'Dana will have fixed the proxy tomorrow',
    'Ben says Dana gave him the token',
    'is the VPN up?',
  ])('is not meant by %j', (message) => {
    expect(announcedIn(message).resolved).toEqual([]);
  });
});

describe('nothing is taken from', () => {
  it.each([
    ['a question', "should we use Redis?\nlet's use Redis?\nare we blocked by anything?"],
    [
      'a condition',
      "If it is slow let's use Redis.\nwe'll go with B if they say no\nunless we're blocked by ops",
    ],
    [
      'a negation',
      "let's not use a queue for it in the tests\nwe won't do that\nno errors here\nI'm not blocked by anything",
    ],
    [
      'a supposition',
      "let's say we use Redis\nmaybe we'll use Redis\nsuppose we go with Redis\nwe could go with Redis",
    ],
    [
      'the words of others',
      "Ben said we'll use Redis\nthey decided to use Redis\nthe mobile team is blocked by us\nMia thinks we'll go with Redis",
    ],
    [
      'what was',
      'We had decided to use Redis in 2019\nthe PR was blocked by the linter\nwe were waiting for the certificate',
    ],
    [
      'a quotation',
      'he wrote "let\'s use Redis because it is fast" in the doc\n> decision: use Redis\nthe text “we are blocked by ops” is too long',
    ],
    [
      'code',
      "```\n// decision: use a map because of order\nlet's use Redis\n```\nthe log says `decision: deny`",
    ],
    ['an open code block', "look:\n```\nlet's use Redis because of speed"],
    ['tags', '<doc>\nDecision: use Redis\n</doc>\nis that right?'],
    [
      'logs',
      '2024-01-01 10:00:00 waiting for approval from user\nERROR: blocked by policy\n    at wait (a.js:1:1)\n[INFO] decision: allow',
    ],
    [
      'a pasted document',
      "Implement this:\n# Plan\n## Decisions\nDecision: use Redis\nWe'll use Redis because of speed.",
    ],
    ['a pasted conversation', "A: let's use Redis\nB: ok, I'm blocked by ops\nwhat did they agree on?"],
    ['text to work on', "Translate to French: we are waiting for approval from legal.\nLet's use Redis."],
    [
      'a task',
      "let's fix the tests\nlet's look at the logs\nlet's add a flag\nlet's start with phase 2\nlet's do it\nlet's go!",
    ],
    [
      'a means for the moment',
      "let's use the debugger to find out why\nI'll use staging to try it\nlet's use this opportunity",
    ],
    [
      'what points at something else',
      "let's use that\nlet's go with it\nwe'll use it later\ngo with whatever you like",
    ],
    [
      'the state of things',
      'we use Redis here\nwe are using Redis because of speed\nthe tests use a fake clock because of flakiness',
    ],
    [
      'a program that waits',
      'the main thread is blocked by the mutex\nthe test hangs waiting for the server\nthe test hangs, waiting for the answer from upstream\nrequests are blocked until the lock is free\nrequests are blocked by CORS\nWaiting for debugger to attach',
    ],
    [
      'a wait for the agent',
      "I'm waiting for your answer\nwe can't release until you fix it\nI'm waiting for the build",
    ],
    [
      'wishes and problems',
      'I need a parser\nwe need to fix the issue\nthere is a problem with the login\nthe error is unclear\nneed help',
    ],
    ['nothing', ''],
  ])('%s', (_what, message) => {
    for (const line of [message, ...(/```|^#|^<|^A:|^Translate/m.test(message) ? [] : message.split('\n'))]) {
      expect({ line, ...announcedIn(line) }).toEqual({ line, ...none });
    }
  });
});

describe('any message', () => {
  const phrase = fc.constantFrom(
    "let's use",
    "we'll go with",
    'decision:',
    'blocked by',
    "I'm waiting for",
    'because',
    'Redis',
    'the team',
    'if',
    '?',
    '.',
    '\n',
    '```',
    '"',
    '> ',
    'not',
    ',',
    "can't ship until",
    '决定',
    'İ',
    '’',
  ); // 'İ' grows in lower case
  const message = fc.array(phrase, { maxLength: 40 }).map((parts) => parts.join(' '));

  it('is read without an error, and what is taken was written there', () => {
    fc.assert(
      fc.property(message, (text) => {
        const { decisions, blockers } = announcedIn(text);
        for (const { choice, reason } of decisions) {
          expect(text).toContain(choice);
          if (reason !== null) expect(text).toContain(reason);
        }
        for (const blocker of blockers) expect(text).toContain(blocker.text);
        expect(Math.max(decisions.length, blockers.length)).toBeLessThanOrEqual(5);
      }),
      { numRuns: runs(50, 500) },
    );
  });

  it('in a fence, or quoted line by line, says nothing', () => {
    fc.assert(
      fc.property(message, (text) => {
        const inside = text.replaceAll('`', '');
        expect(announcedIn(`\`\`\`\n${inside}\n\`\`\``)).toEqual(none);
        expect(
          announcedIn(
            inside
              .split('\n')
              .map((line) => `> ${line}`)
              .join('\n'),
          ),
        ).toEqual(none);
      }),
    );
  });
});
