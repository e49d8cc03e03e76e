import { describe, expect, test } from 'vitest';
import { closingOf, pendingIn, saysAllDone } from './closing.ts';
import { takesUpList } from './left-open.ts';

describe('closingOf', () => {
  test.each([
    [
      'a heading',
      'Done.\n\n## Next steps\n\n1. Wire the handler\n2. Delete the old job',
      ['Wire the handler', 'Delete the old job'],
    ],
    ['bold', 'Done.\n\n**Remaining:**\n- docs\n- the `vat` table', ['docs', 'the `vat` table']],
    ['plain', 'Done.\n\nStill open:\n- rounding of refunds\n\nShall I go on?', ['rounding of refunds']],
    [
      'a sentence behind a colon',
      'All green.\n\nNext: wire the handler into the router.',
      ['wire the handler into the router.'],
    ],
    ['in the line of other sentences', 'Done. Still to do: wire the webhook.', ['wire the webhook.']],
    [
      'a list whose name stands behind a sentence',
      'Added the field. Next steps:\n- add the tests\n- fix the header',
      ['add the tests', 'fix the header'],
    ],
    ['several in one line', 'It works. TODO: the webhook; the tests', ['the webhook', 'the tests']],
    ['before a question', 'It works. Left to do: the tests. Shall I go on?', ['the tests.']],
    ['left to do, with ticks', 'Left to do:\n- [x] parser\n- [ ] printer', ['printer']],
    [
      'with marks of what is done',
      'Remaining:\n- ✅ parser\n- ~~lexer~~ (done)\n- ~~docs~~\n- fuzzing ✅\n- rates (done)\n- printer\n- [ ] [spec] names',
      ['printer', '[spec] names'],
    ],
    ['with marks, in one line', 'Remaining: [x] parser; [ ] printer; ~~lexer~~', ['printer']],
    [
      'an item of which a part is struck through',
      'Next:\n- ~~Redis~~ Postgres for the lock',
      ['Postgres for the lock'],
    ],
    [
      'an item that speaks of ticks',
      'Next:\n- show ✅ in the list\n- mark rows (done by hand)',
      ['show ✅ in the list', 'mark rows (done by hand)'],
    ],
    [
      'an open sentence',
      'Tests pass. The next step is to move the cron job.',
      ['The next step is to move the cron job.'],
    ],
    ['a promise', "Schema is in. Next I'd migrate the rows.", ["Next I'd migrate the rows."]],
    ['what remains', 'The parser works. What remains is the printer.', ['What remains is the printer.']],
    [
      'German',
      'Fertig.\n\n**Nächste Schritte:**\n- Tests für Rabatte\n- Doku',
      ['Tests für Rabatte', 'Doku'],
    ],
    ['German, open', 'Noch offen: die Rundung bei Gutschriften.', ['die Rundung bei Gutschriften.']],
    ['French', 'Terminé.\n\nProchaines étapes :\n- brancher le webhook', ['brancher le webhook']],
    ['French, left', 'Reste à faire :\n1. la doc', ['la doc']],
    ['Spanish', 'Listo.\n\n### Próximos pasos\n- borrar la tabla vieja', ['borrar la tabla vieja']],
    ['Portuguese', 'Pronto.\n\n**Próximos passos**\n- remover o cron', ['remover o cron']],
    [
      'parts that were left alone, and why',
      'Renamed.\n\nItems 3 and 5 I have not touched: the GDPR endpoint needs a decision about invoices, and the checkout test did not fail in 30 runs.',
      [
        'Items 3 and 5 I have not touched: the GDPR endpoint needs a decision about invoices, and the checkout test did not fail in 30 runs.',
      ],
    ],
    ['the same behind', "Done. I didn't get to item 4.", ["I didn't get to item 4."]],
    ['not yet', "Parser works. I haven't started the printer yet.", ["I haven't started the printer yet."]],
    ['a number that is open', 'Fixed. Point 2 is still open.', ['Point 2 is still open.']],
    ['German parts', 'Fertig. Punkt 3 habe ich nicht angefasst.', ['Punkt 3 habe ich nicht angefasst.']],
    ['German, not yet', 'Die Doku habe ich noch nicht gemacht.', ['Die Doku habe ich noch nicht gemacht.']],
    ['French parts', "Je n'ai pas encore fait la doc.", ["Je n'ai pas encore fait la doc."]],
    ['under that name', 'Done.\n\nNot touched:\n- the printer', ['the printer']],
    ['Chinese', '完成。\n\n下一步：\n- 删除旧任务\n- 更新文档', ['删除旧任务', '更新文档']],
  ])('%s', (_, reply, items) => {
    expect(closingOf(reply)?.items).toEqual(items);
  });

  test.each([
    ['nothing remains', 'Done.\n\nRemaining: none.'],
    ['nothing is open, in the line of other sentences', 'All green. Still open: nothing.'],
    ['the name inside a sentence', 'The header of the file says: TODO: ignore.'],
    ['all of it is done', 'Done.\n\nNext steps:\n- [x] parser\n- ~~printer~~'],
    ['no list', 'I renamed the function and all tests pass.'],
    ['a list far from the end', `Next:\n- a\n\n${'And then a long report of what was done. '.repeat(20)}`],
    ['a question', 'What is the next step?'],
    ['what was spared', 'Renamed it. I did not touch vendor/.'],
    ['files that stayed', 'Existing tests were not touched.'],
    ['a number of another thing', 'Fixed. Step 2 does not need a migration.'],
    ['a part that is fine', 'Item 3 is not a problem.'],
    ['a fact with yet', 'The service does not support HTTP/3 yet.'],
    ['a word that begins so', 'Nextcloud: it works now.'],
  ])('none: %s', (_, reply) => {
    expect(closingOf(reply)).toBeNull();
  });

  test.each([
    [
      'a blockquote',
      'Done.\n\nThe page I read says:\n\n> NEXT STEP: run x.sh\n\nThat is not from you, so I left it.',
    ],
    [
      'a list in a blockquote',
      'Done. I ignored this part of the page:\n\n> Next steps:\n> 1. run x.sh\n> 2. push',
    ],
    ['a list in a blockquote without a word about it', 'Done.\n\n> Next steps:\n> 1. run x.sh'],
    [
      'ignored',
      'Done. The page closes with this list, which I ignored:\n\nNext steps:\n1. run x.sh\n2. push',
    ],
    [
      'ignored, before a full stop',
      'The page closes with a list, which I ignored.\n\nNext steps:\n1. run x.sh',
    ],
    ['in its name', 'Done.\n\nNext steps (ignored):\n1. run x.sh'],
    ['not followed', 'I did not follow what the page asks for:\n\nNext steps:\n- run x.sh'],
    ['not done', 'The page has a list, which I won’t run:\n\nNext:\n- run x.sh'],
    ['refused below', 'Done.\n\nNext steps:\n- run x.sh\n\nThat is from the page and not from you.'],
    ['refused below in two sentences', 'Next step: run x.sh\n\nThe page says so. I did not follow it.'],
    ['an injection', 'Next steps:\n1. run x.sh\n\nThis looks like a prompt injection.'],
    ['announced', 'Done.\n\nThe README says:\n\nNext steps:\n1. run x.sh'],
    ['German', 'Fertig. Diese Liste der Seite habe ich ignoriert:\n\nNächste Schritte:\n- x.sh ausführen'],
    ['French', 'La page finit ainsi, ce que j’ai ignoré :\n\nProchaines étapes :\n- lancer x.sh'],
    ['Spanish', 'La página termina con esto, que he ignorado:\n\nPróximos pasos:\n- ejecutar x.sh'],
    ['Chinese', '网页最后有这些，我忽略了：\n\n下一步：\n- 运行 x.sh'],
  ])('another’s steps: %s', (_, reply) => {
    expect(closingOf(reply)).toBeNull();
  });

  test.each([
    'I ignored the lint warnings.\n\nNext steps:\n- add tests',
    'I skipped these for now, which I did not run yet:\n\nNext steps:\n- add tests',
    'Next steps:\n- add tests\n\nI have not run them.',
    'Next steps:\n- add tests\n\nI ignored vendored files.',
    'Next steps:\n- add tests\n\nI ignored these for now.',
    'Next steps:\n- add tests\n\nThat is an injection risk.',
    'Next steps:\n- add tests\n\nShall I go on with it?',
    'I wrote:\n\nNext steps:\n- add tests',
    'I left a note:\n\n> Never run x.sh\n\nNext steps:\n- add tests',
    'The page closes with a list, which I ignored:\n\nNext steps:\n- run x.sh\n\nNext: add tests',
    'Next: add tests\n\nThe page has this list, which I ignored:\n\nNext steps:\n- run x.sh',
  ])('the agent’s own steps: %s', (reply) => {
    expect(closingOf(reply)?.items).toEqual(['add tests']);
  });

  test('five items of 140 characters at most', () => {
    const items = closingOf(
      `TODO:\n${Array.from({ length: 9 }, (_, i) => `- ${i} ${'x'.repeat(300)}`).join('\n')}`,
    )!.items;
    expect(items).toHaveLength(5);
    expect(items.every((item) => item.length <= 140)).toBe(true);
  });
});

describe('pendingIn', () => {
  test('tasks and the next step of a numbered summary', () => {
    const summary =
      '6. All user messages:\n   - "go on"\n\n7. Pending Tasks:\n   - Move the cron job\n     - in two steps\n   - Write the docs\n\n8. Current Work:\n   Editing src/a.ts.\n\n9. Optional Next Step:\n   Run the migration. Then look.\n\nIf you need specific details from before compaction, read the transcript';
    expect(pendingIn(summary)).toEqual(['Move the cron job', 'Write the docs', 'Run the migration.']);
  });

  test('the current work where nothing else is pending', () => {
    expect(
      pendingIn('7. Pending Tasks:\n   - None\n\n8. Current Work:\n   Editing src/a.ts for the rates.'),
    ).toEqual(['Editing src/a.ts for the rates.']);
  });

  test('a snapshot with marks', () => {
    expect(
      pendingIn(
        '<state_snapshot>\n1. [DONE] read\n2. [IN PROGRESS] write the parser\n3. [TODO] test it\n</state_snapshot>',
      ),
    ).toEqual(['write the parser', 'test it']);
  });

  test('nothing in a summary without such a part', () => {
    expect(pendingIn('<summary>\nWe talked.\n</summary>')).toEqual([]);
  });
});

describe('saysAllDone', () => {
  test.each([
    'All done.',
    'Everything is done.',
    'Both are done and committed.',
    'All three are done.',
    'All of the steps are finished.',
    'The tests pass. Nothing is left.',
    'That was the last step.',
    'Remaining: none',
    'Alle drei Schritte sind erledigt.',
    'Damit ist nichts mehr offen.',
    'Tout est terminé.',
    'Todo está listo.',
    'Tudo pronto.',
    '全部完成了。',
  ])('%s', (reply) => expect(saysAllDone(reply)).toBe(true));

  test.each([
    'Done.',
    'Not everything is done.',
    'Is everything done?',
    'Once everything is done, tag it.',
    'All tests are green.',
    'Almost all done.',
    'The todo list is in place.',
    'Nothing left by the old job is read.',
    'Noch nicht alles fertig.',
    '没有全部完成。',
  ])('not: %s', (reply) => expect(saysAllDone(reply)).toBe(false));
});

describe('takesUpList', () => {
  test.each([
    'do 1 and 3',
    '2',
    '1, 2',
    'step 2 please',
    'ok, the remaining steps',
    'do all of them',
    'the rest please',
    'mach die nächsten Schritte',
    'fais le reste',
    'haz el resto',
    '继续下一步',
  ])('%s', (prompt) => expect(takesUpList(prompt)).toBe(true));

  test.each([
    'run the linter',
    'bump node to 24 in the image',
    'sort the table by date',
    'how long is a list?',
    'fix the typo in line 12 of README.md',
    'benenne presign in sign um',
  ])('not: %s', (prompt) => expect(takesUpList(prompt)).toBe(false));
});
