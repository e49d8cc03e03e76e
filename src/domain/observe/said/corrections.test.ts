import { describe, expect, it } from 'vitest';
import { saidIn } from './corrections.ts';

describe.each(
  Object.entries({
    English: [
      'No, the other folder.',
      "no, don't delete the cache, only the index",
      "That's wrong, the port is 8080.",
      'Not the header, the footer.',
      'I said the staging server.',
      'actually the limit belongs in the config file',
      "don't touch the fixtures",
      'You forgot the second argument.',
      "this isn't what I asked for",
      "We don't want that wrapper.",
      'Undo that rename.',
      'The timestamp should be in the footer, not in the header.',
      'nope, still the wrong branch',
      'you are overcomplicating this',
    ],
    German: [
      'Nein, der andere Ordner.',
      'das ist falsch, der Port ist 8080',
      'nicht im Kopf, sondern im Fuß',
      'Ich meinte den Testserver.',
      'fass die Fixtures nicht an',
      'Du hast das zweite Argument vergessen.',
    ],
    French: [
      "Non, l'autre dossier.",
      "c'est faux, le port est 8080",
      'ne touche pas aux fixtures',
      "J'avais dit le serveur de test.",
      'En fait le champ est optionnel.',
    ],
    Spanish: [
      'No, la otra carpeta.',
      'eso está mal, el puerto es 8080',
      'En la cabecera, no en el pie.',
      'Te dije el servidor de pruebas.',
      'en realidad el campo es opcional',
    ],
    Portuguese: [
      'Não, a outra pasta.',
      'isso está errado, a porta é 8080',
      'No cabeçalho, não no rodapé.',
      'eu disse o servidor de testes',
      'na verdade o campo é opcional',
    ],
    Chinese: [
      '不对，是另一个文件夹。',
      '不要动测试数据',
      '不是头部，是底部',
      '我说的是测试服务器',
      '你忘了第二个参数',
    ],
  }),
)('corrections in %s', (_, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    expect(saidIn(sentence).corrections).toEqual([sentence]);
  });
});

describe('no corrections', () => {
  it.each([
    'no problem, take your time',
    'No.',
    "don't worry about it",
    "I don't know why it fails",
    'no idea',
    "no, it's fine",
    'Looks good, no changes needed?',
    'Is that wrong?',
    'Not sure, what do you think',
    'The job produces no output when the list is empty.',
    'actually that works',
    'add a test and push it',
    '> no, use the other one',
    '```\nno, use the other one\n```',
    'kein Problem, mach weiter',
    'pas de souci, continue',
    'no pasa nada, sigue',
    'sem problema, pode seguir',
    '没问题，继续',
  ])('%s', (sentence) => {
    expect(saidIn(sentence).corrections).toEqual([]);
  });

  it('are sentences that rule for good', () => {
    expect(saidIn('No, never commit to main.')).toEqual({
      rules: ['No, never commit to main.'],
      corrections: [],
    });
  });
});

it('a bare no takes the next sentence with it', () => {
  expect(saidIn('Wrong. The key is the order number. Now go on.').corrections).toEqual([
    'Wrong. The key is the order number.',
  ]);
});
