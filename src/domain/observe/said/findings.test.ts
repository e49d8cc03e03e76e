import { describe, expect, it } from 'vitest';
import { findingsIn } from './findings.ts';

describe.each(
  Object.entries({
    English: [
      'The root cause was a stale lock file that the installer leaves behind.',
      'The problem is that the proxy strips the Host header.',
      'The import fails because the vendor sends dates without a year.',
      'It turns out that the emulator ignores the proxy setting.',
      'The watcher only works with absolute paths on macOS.',
      'The migration needs an exclusive lock, otherwise it deadlocks with the worker.',
      'Note that `cp` silently skips sockets when the target exists.',
      'I tried a larger buffer, but it did not help, so I reverted it.',
      'I chose a flat file over SQLite because the tool must run without native modules.',
      'I went with polling instead of events, since the share sends none.',
      'The duplicates were caused by two schedulers on one queue.',
      'Timers are paused while the lid is closed, which is why the job never ran.',
    ],
    German: [
      'Die Ursache war eine veraltete Sperrdatei im Cache.',
      'Es stellt sich heraus, dass der Emulator den Proxy ignoriert.',
      'Der Import scheitert, weil der Lieferant kein Jahr mitschickt.',
      'Den Versuch mit dem größeren Puffer habe ich wieder verworfen.',
    ],
    French: [
      "La cause du blocage est un verrou que l'installateur laisse derrière lui.",
      "Il s'avère que l'émulateur ignore le proxy.",
      "J'ai choisi un fichier plat plutôt que SQLite car l'outil doit tourner partout.",
    ],
    Spanish: [
      'La causa del bloqueo es un archivo que deja el instalador.',
      'Resulta que el emulador ignora el proxy por completo.',
      'Probé con un búfer mayor, pero no sirve y lo quité.',
    ],
    Portuguese: [
      'A causa do bloqueio é um arquivo que o instalador deixa.',
      'Acontece que o emulador ignora o proxy por completo.',
      'Tentei um buffer maior, mas não ajudou e removi.',
    ],
    Chinese: [
      '根本原因是安装程序留下了锁文件。',
      '导入失败是因为供应商没有发送年份。',
      '试过更大的缓冲区，没有效果，已撤销。',
    ],
  }),
)('findings in %s', (_, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    expect(findingsIn(sentence)).toEqual([sentence]);
  });
});

describe('no findings', () => {
  it.each([
    'All tests pass and the change is committed.',
    'I renamed the component in 14 files.',
    'Let me check whether the root cause is the cache.',
    'The failure might be caused by the proxy.',
    'Is the problem that the proxy strips the header?',
    'Found the root cause.',
    'You are right, the problem is that I used the wrong file.',
    'The user wants the list sorted because it is long.',
    "I'll revert it because it did not help.",
    '```\nthe root cause was a stale lock file here\n```',
    '> The root cause was a stale lock file here.',
    '| cause | The root cause was a stale lock file here. |',
    'Soll ich prüfen, ob die Ursache im Cache liegt?',
  ])('%s', (sentence) => {
    expect(findingsIn(sentence)).toEqual([]);
  });
});

it('keeps the last five of a reply, in their order', () => {
  const sentences = Array.from(
    { length: 8 },
    (_, at) => `The root cause of bug ${at} was a stale lock file.`,
  );
  expect(findingsIn(sentences.join(' '))).toEqual(sentences.slice(3));
});

it('leaves emphasis out', () => {
  expect(findingsIn('**Root cause:** the proxy strips the Host header of every request.')).toEqual([
    'Root cause: the proxy strips the Host header of every request.',
  ]);
});

describe('findings of further kinds', () => {
  it.each([
    'It only reproduces with two workers, since the lock is per process.',
    'What broke it was the upgrade of the driver, which changed the default isolation level.',
    'The migration hangs as long as a long-running transaction holds the table.',
    'Heads-up: the sandbox rounds amounts to full euros.',
    'The parser chokes on a BOM.',
    'I went with a queue table rather than Redis so that nothing new has to be operated.',
    'Switching to the async client made no difference, so that is reverted.',
    'Increasing the pool size did not help; the connections are leaked by the exporter.',
    'Beware that the staging API answers in local time.',
    'The order of the plugins matters: the cache has to come before the router.',
    'Without the trailing slash the proxy answers with a redirect that drops the body.',
    'The token expires after 15 minutes, although the docs say an hour.',
    'Deleting the lock file alone is not enough, the daemon recreates it from its state.',
    'The duplicates come from the retry in the gateway, which does not check the id.',
    'I left the old column in place because two reports still read it.',
    'The culprit: a default argument that is evaluated once.',
    'Caching the result was slower than computing it, so I dropped it.',
  ])('%s', (sentence) => {
    expect(findingsIn(sentence)).toEqual([sentence]);
  });
  it.each([
    'I added a test for the empty list.',
    'All 12 tests pass.',
    'The file is not committed yet.',
    'Next I would write the worker.',
    'I updated the README and the changelog.',
    'The page now shows the totals in bold.',
    'There are three open tickets in this area.',
    'The function takes two arguments and returns a list.',
    'Done, the branch is pushed.',
    'Let me know if you want the second variant.',
    'I read the models and the views.',
    'The build takes about four minutes.',
  ])('none: %s', (sentence) => {
    expect(findingsIn(sentence)).toEqual([]);
  });
});
