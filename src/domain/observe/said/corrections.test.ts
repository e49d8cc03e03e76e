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

describe('corrections of many kinds', () => {
  it.each([
    "that's the wrong file, I meant the worker config",
    'the deadline is thursday, not friday',
    "we're on postgres 15 by the way, you wrote 14 everywhere",
    'please undo the rename, the public API has to keep its name',
    "I'd rather you kept the old function signature",
    'that assumption is off: users can have more than one address',
    "this isn't a monorepo, so drop the workspace stuff",
    'leave the migration alone, I only wanted the seed changed',
    'scrap the cache idea, the data changes every second',
    'nope, tabs',
    "that endpoint doesn't exist anymore, use /v3/orders",
    'you misread me, the timeout is per request and not per batch',
    "let's not add a dependency for that, ten lines of our own will do",
    "don't squash those two, they need to stay separate commits",
    'hold on, the staging bucket is eu-west-1, not eu-central-1',
    'I said quarterly, not monthly',
    'the tests were right, your change is wrong',
    "it's spelled Kubernetes with a K in the heading too",
    'that should be a warning rather than an error',
    'back out the last change please, it breaks the demo',
    'make it 30 seconds, 5 is way too short',
    'I would prefer the second variant after all, without the modal',
    'it must not be async',
    'no need for a new table, the jsonb column is there for that',
    'sorry, my mistake: the flag is called --dry, not --dry-run',
    'actually the header is optional',
    'the other way round: parse first, then validate',
    'falscher Ordner, das gehört nach lib/',
    'nein, die Rabatte gelten netto',
    'das Feld heißt kundennr und nicht customer_id',
    'ich meinte den Lieferschein, nicht die Rechnung',
    'bitte nicht umbenennen, die Schnittstelle ist öffentlich',
    'die Frist ist der 15., nicht der 50.',
    'das war anders gemeint, nur die Liste soll sortiert sein',
    'mach die Änderung am Schema wieder rückgängig',
    'du hast Brutto und Netto vertauscht',
    'nimm lieber die alte Methode',
    'non, le port est 5433',
    'pas le client, le serveur',
    'tu as inversé les deux colonnes',
    "ce n'est pas ça, je parlais du cache",
    'remets le fichier comme avant',
    'je voulais dire la facture, pas le devis',
    'no, el campo es opcional',
    'eso no es lo que pedí, solo cambia el pie',
    'te equivocaste de tabla, es pedidos_2024',
    'quise decir el servidor de pruebas',
    'deshaz el último cambio',
    'el puerto es 5433, no 5432',
    'não, o prazo é quinta',
    'não é isso, eu falei do cache',
    'você trocou as colunas',
    'desfaz a última mudança',
    'é por requisição, não por lote',
    '不对，端口是5433',
    '不是这个文件，是 worker 的配置',
    '我说的是测试环境，不是生产',
    '别改接口名',
    '你把两列弄反了',
    '撤销刚才的修改',
  ])('%s', (sentence) => {
    expect(saidIn(sentence)).toEqual({ rules: [], corrections: [sentence] });
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
    'ok now add the footer',
    'Can you look at the parser?',
    'the build is green, nice',
    'We have three customers in Chile that pay in pesos.',
    'please write the backfill for 2023',
    'the page does not load on my phone',
    "I don't know yet, let me ask",
    "it's not urgent",
    'no problem, take your time',
    'the second test is red and the first one is green',
    'Add a test for the empty list, and one for a list of a thousand.',
    'It should return an empty list when nothing was found.',
    'Users log in with their email address.',
    'now the same for the invoices',
    'Everything works, commit it.',
    'how long does the import take?',
    'Der Import läuft jetzt durch, danke',
    'Kannst du die Tests noch schreiben?',
    'keine Eile, das hat Zeit',
    'das geht so, bitte committen',
    'Le test passe maintenant, merci',
    'ajoute un bouton pour exporter',
    'pas de souci, continue',
    'perfecto, ahora el informe',
    'añade un botón para exportar',
    'não tem pressa',
    'agora escreve os testes',
    '现在加一个导出按钮',
    '很好，提交吧',
    'I think the third option is better for mobile users.',
    'When the queue is empty the worker sleeps for two seconds.',
    'there is a bug in the export: the last row is missing',
    'The login form must not show when the user is already signed in.',
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
