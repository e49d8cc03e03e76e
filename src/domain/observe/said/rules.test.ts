import { describe, expect, it } from 'vitest';
import { clausesOf, formsFor, readingsOf } from './languages.ts';
import { rulesIn } from './prompts.ts';
import { promptLines } from './reading.ts';

const RULES: Readonly<Record<string, readonly string[]>> = {
  English: [
    'no force pushes, ever.',
    'this repo uses spaces, not tabs',
    'please avoid default exports',
    'I want every helper covered by a test.',
    'Secrets must come from the environment, never from a file in the repo.',
    "You don't push, I do that myself.",
    'leave the commits to me',
    'for every new endpoint you add, write an integration test',
    'Treat warnings as errors.',
    'once and for all: semicolons stay',
    'get into the habit of running the formatter',
    'we squash on merge',
    'named exports only, please',
    'composition over inheritance, please',
    "don't use lodash, we want to get rid of it",
    "don't log personal data",
    'when you write tests, use vitest',
    'I insist on typed signatures.',
    'Tests go next to the source file, never in a separate folder.',
    'Here at Acme we write docs before code.',
    'our database columns are snake_case, keep it like that',
    'Do me a favour and never amend commits that are already pushed.',
    "I'd like all comments to be in English.",
    "it's important to me that you always explain the migration first",
    'All SQL goes through the query builder.',
    "you're not allowed to change the lock file",
    'You are not to touch the billing module.',
    'Just so you know: deployments only happen on Tuesdays.',
    'British spelling in all user-facing copy, please.',
    'I always want to see a failing test before the fix.',
    'the vendor folder is read-only for you',
    'anything under legacy/ stays untouched',
    "Don't reformat files you didn't change.",
    "I don't like clever one-liners, keep the code plain.",
    'Comments explain why, not what.',
    'never ever hard-code a URL',
    'Prices are stored in cents. Everywhere.',
    'If something fails twice, stop and ask me instead of trying more things.',
    'We deploy from tags only.',
    'Please run the type checker each time before you report back.',
    "don't bother with Windows support, we never ship there",
    'Ask before you install anything.',
    'No new dependencies without my ok.',
    'The public API is frozen: additions only, no renames.',
    'Log messages should be in English, always.',
    "I'd rather you asked one question too many than guessed.",
    'in my projects there is no global state',
    'you may read the .env file but never print it',
    "we're a Postgres shop, don't suggest MySQL",
    'one thing for the future: changelog entries are written for users, not for developers',
    "Don't add a comment that only repeats the code.",
    "Please don't touch anything in vendor/, we patch that by hand.",
    'I prefer small functions, say ten lines at most.',
    'we write tests in given-when-then style, please stick to that',
    "You can always ask me, but don't guess table names.",
    "don't push to main. ever. I mean it",
    'btw we use conventional commits here',
    'just for the future: no screenshots in the repo, they bloat it',
    'Could you please always tell me which files you changed?',
    'Only squash merges in this project.',
    'The staging database belongs to QA, so hands off.',
    "I'd like you to explain things briefly, two or three sentences, not essays.",
    'Money is always an integer number of cents in our code.',
    "you keep using var, we're on let and const here",
    'All times in UTC please, also in the tests.',
    'The changelog has to be updated with every change that users can see.',
    "if you change a public type, bump the minor version, that's our deal",
    "Make a branch for each ticket, don't pile things up on one.",
    'any new setting needs an entry in docs/config.md',
    'Tests must not hit the network.',
    'please keep dependencies to a minimum, we have to audit each one',
    'We never store raw card numbers, not even in tests.',
    'never deploy on a Friday',
    "Commit early, commit often, that's how I like it.",
    "Remember: the client's logo is never recoloured.",
    'don\'t write "simply" or "just" in docs',
    'In this codebase errors are returned, not thrown.',
    "I review every migration myself, so don't run them.",
    'as a general principle, readability beats speed here',
    "don't mention Claude in commit messages",
    'No abbreviations in names, please.',
    'Use the repository pattern for db access, we do that everywhere',
    'keep the README in sync with the flags whenever you add one',
    'Sign your commits.',
    "Let's agree on this: one PR per bug.",
    'what I want from you every time: a short plan first, then code',
    'let me be clear, generated files do not get edited by hand',
    'I want to be asked before anything gets deleted.',
    "it's pnpm in this house",
    'You should write the test first. Always.',
    'when I say deploy I mean staging, never production',
    'please answer in German from here on',
    'we have a 100 character line limit, respect it',
    'The word master is banned, use main.',
    'do not, under any circumstances, commit .env files',
    'For UI text: sentence case, no exclamation marks.',
    'Whatever you do, keep Python 3.9 compatibility.',
    'next time and every time after: check the types before you hand over',
    'stop apologising and just fix things',
    "Don't explain git to me, I know git.",
    "I can't read long diffs on my phone so keep each commit under 200 lines",
    'Feature branches are deleted after the merge.',
    'Any query without a limit gets rejected, so add one',
    'If you need a new table, talk to me first.',
    'Never use sleep in tests, poll instead.',
    'there must be no TODO left when you hand something over',
    'The linter config is not yours to change.',
    'Von Hand editierte Migrationen sind bei uns verboten.',
  ],
  German: [
    'ab sofort schreibst du Commit-Nachrichten auf Englisch',
    'Kommentare bitte immer auf Deutsch.',
    'bei uns wird nicht gesquasht',
    'Fass die Dateien in legacy/ bitte nie an.',
    'ich möchte, dass du vor jedem Commit die Tests laufen lässt',
    'Wir nutzen hier kein jQuery mehr',
    'kannst du bitte aufhören, alles neu zu formatieren?',
    'Bitte duze mich.',
    'Passwörter gehören nicht ins Log.',
    'benutz pnpm, nicht npm',
    'bitte keine englischen Begriffe in der Oberfläche',
    'Ich will vor jedem Push gefragt werden.',
    'Datumsangaben schreiben wir immer als ISO.',
    'Tests gehören neben den Code, nicht in einen eigenen Ordner.',
    'Für neue Module gilt: erst der Test.',
    'mach nie mehr als eine Sache pro Commit',
    'Nutze Tabs, keine Leerzeichen',
  ],
  French: [
    'Dorénavant les commits sont en anglais.',
    "on n'utilise pas de ORM ici",
    "N'ajoute jamais de dépendance sans me demander.",
    'Chaque fonction publique doit avoir un test.',
    'arrête de reformater les fichiers que tu ne touches pas',
    'Toda função pública precisa de um teste.',
    'Toda mudança de API precisa de aviso no changelog.',
    "Aucun secret dans le code, c'est la règle.",
    'Les commentaires, toujours en français.',
    "Ne pousse rien sur main, c'est moi qui le fais.",
  ],
  Spanish: [
    'De ahora en adelante los commits van en inglés.',
    'no usamos clases en este proyecto',
    'Cada vez que cambies el esquema, actualiza el diagrama.',
    'deja de poner emojis en los mensajes',
    'Pregúntame siempre antes de borrar algo.',
    'Aquí los nombres de tablas van en singular.',
    'No metas lógica en los controladores, nunca.',
  ],
  Portuguese: [
    'daqui pra frente escreva os testes primeiro',
    'não usamos ORM aqui',
    'sempre rode o linter antes de commitar',
    'pare de reformatar arquivos',
    'não coloque segredos no código',
    'Os testes ficam ao lado do código.',
    'prefiro respostas curtas, sempre',
  ],
  Chinese: [
    '以后提交信息都用英文写',
    '我们不用 jQuery',
    '不要再自动格式化整个文件',
    '所有接口都必须有测试',
    '未经我同意不要删除数据',
    '提交之前一定要跑测试',
    '代码注释统一用中文',
    '不要直接改生产配置',
  ],
};

const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  English: [
    'always run it once more now, I changed the seed',
    'In the FAQ add: Never send your password by e-mail.',
    'All endpoints should have rate limiting. Start with /login today.',
    'They said from now on the API returns 422 instead of 400.',
    'From here on the log shows only nulls, see line 412.',
    'no more retries after the third one: implement that in fetcher.ts',
    'stop using the cache in this function and see if the bug is gone',
    "we don't use the return value, so make it void",
    'No more disk space on the runner, clean up the caches',
    'use yarn for the reproduction, not npm, the reporter used yarn',
    'All files in the export are empty. Look into it.',
    'we only support German so far, add French',
    'never seen that before',
    'never heard of it, is it any good',
    "It's always DNS.",
    'as always, thanks',
    'always nice to see green tests',
    'never say never, haha',
    'My colleague always uses vim for this',
    'Make the button always visible',
    'ensure the counter never goes below zero',
    'use the staging key, not the prod one',
    'use 3 workers, not 4, until the machine is replaced',
    'can we always assume that the list is sorted?',
    'In Rust you never free memory by hand.',
    'In Python, you always pass self explicitly.',
    'Remember that time when we broke prod?',
    "Remember the bug from Monday, it's back.",
    'no more errors, great',
    'From now on the tests take three minutes, strange',
    'whenever I run it, it crashes',
    'every time I push the CI fails',
    "whenever you're ready, deploy it",
    'whenever you have time, look at the logs',
    'never again will I touch webpack lol',
    'at my last job, we never wrote tests',
    'In my previous project we always squash merged',
    'Someone wrote never merge on Fridays on the whiteboard',
    'They told us to always use tabs at my last job.',
    'stop for today',
    'stop the server please',
    "Don't use the cache for this run",
    "don't commit yet",
    'The docs: always use https.',
    'we always end up with the same error',
    'we have a problem here',
    'just use slog like we do everywhere else',
    'The flag is defined on the watch command but never read in RunE.',
    'the right thing was done, no markdown files were synced, but the output is not desired',
    'We only need the first ten rows.',
    'we use Redis for the session store, as you can see in config.ts',
    'we use this function in two places here',
    'All tests pass, every single one.',
    'Every request needs 300 ms, that is too slow',
    'each file gets parsed twice, why',
    'all files are in src/',
    'Nobody can reproduce it.',
    'the page must not show the old price, fix that',
    'If the user is not logged in, never show the sidebar.',
    'add a check: names must never be empty',
    'Write a linter rule that forbids default exports',
    "I don't want that test.",
    'I prefer the second option over the first',
    "we don't need this file any more",
    "we don't want this repeated five times",
    'remember to update the changelog for this release',
    'Before you start, show me the plan.',
    'ask me before you continue',
    'run the tests before you push',
    "as soon as you're done, tell me",
    'I never said that',
    'you never ran the tests',
    "you always forget the semicolon, don't you",
    "call me when it's done",
    'keep the old function in main.go',
    'Could you explain in plain English what this does?',
    'answer in one word: does it compile',
    'What happens if we never close the handle?',
    'I think we should always validate, what do you think',
    'maybe we should never cache this',
    'no idea, check the logs',
    'no changes in the tests so far',
    "Let's use 12 chars instead of 10 here",
    'use 12 characters, not 10',
    'Rename it everywhere.',
    'Update the version everywhere to 2.1',
    "Let's keep the tests in one file for this one",
    'He said we must never restart the server on Fridays.',
    'The error message was: never call render twice.',
    "sure, from now on I'll just do everything myself",
    "For the demo, don't use real data.",
    'leave it as is for the moment',
    "don't push yet, I want to look at it first",
    'Use the second variant here, the first is too slow.',
    'Can you always reproduce it?',
    'The customer says they never received the mail.',
    'Rumour has it that nobody reads the docs.',
    "If I were you I'd never use inheritance.",
    'I never understood why we do this.',
    'Why do we never close the connection?',
    'it should always be green',
    'the loop never terminates',
    'The reviewer wrote: please never use any here',
    '> always rebase before merging',
    'is this still true?',
    'The error says "never use reserved words".',
    "let's never speak of this again haha",
    'We could always switch back later.',
    'You can always revert if it breaks.',
    'just this time skip the hook',
    'stop after the first failure',
    'only run the first test',
    'use port 8081, the other one is taken',
    'Do not run the migration until I have made a backup.',
    "please don't change anything else in this file",
    'no, the other file',
    'remove all the console.logs from this file',
    'all of the tests should pass now',
    'every row in the table must have an id, please add the constraint',
    'Write a function that never throws.',
    'The header must stay visible at all times, also on mobile.',
    'Users should always be able to cancel.',
    'make the timeout configurable and never longer than 30 seconds',
    'the old team never documented anything',
    'she always says tests are overrated',
    "What's our convention for branch names?",
    'Do we have a rule for that?',
    'I read that you should never use floats for money, is that right?',
    'Their policy is to never backport fixes.',
    'This function is never called.',
    'I always get a 403 here',
    "that's how it works in production today",
    'Remember when this took ten minutes?',
    'I remember that we had this bug before.',
    'Please remind me tomorrow.',
    'keep going',
    'keep the server running while I test',
    'no tests for this one please',
    'Skip the docs this time.',
    "don't worry about the tests right now",
    'before we merge this, run the full suite once',
    'from now until the release only critical fixes',
    'whenever the cache is cold the page takes ten seconds',
    'each time the job runs it leaves a temp file behind',
    'in general the code looks good',
    'generally speaking I agree',
    'as a rule the first request is slow',
    'our convention seems to be broken here',
    'it is forbidden to call this from the render thread, says React',
    'Is force-push off limits for you?',
    'man sagt ja, never touch a running system',
  ],
  German: [
    'Die Funktion darf nie null liefern, schreib einen Test dafür.',
    'Mein Kollege sagt, man solle nie auf main pushen.',
    'Wir haben das nie fertig gemacht, mach da bitte weiter.',
    'Benutz für diesen Test Port 9000, nicht 8000',
    'Jeder Nutzer braucht ein Profilbild, erzeuge Platzhalter.',
    'Früher haben wir immer mit Ant gebaut.',
    'Im Ticket steht: „Passwörter dürfen niemals angezeigt werden.“ Bitte umsetzen.',
    'das hat noch nie funktioniert',
    'warum ist der Build immer rot?',
    'ich habe das noch nie gesehen',
    'immer noch derselbe Fehler',
    'nimm die zweite Variante, nicht die erste',
    'mach das bitte heute nicht mehr',
    'die Tests laufen immer noch nicht',
    'wenn der Cache leer ist, dauert es immer zehn Sekunden',
    'ich will erstmal keine Tests',
    'der Job wird nie beendet',
  ],
  French: [
    'Le bouton doit toujours être visible, là il disparaît au scroll.',
    'La fonction ne doit jamais renvoyer undefined, ajoute un test.',
    "À partir de la ligne 300 il n'y a que des zéros.",
    'Avant, on déployait toujours le vendredi.',
    'ça ne marche jamais du premier coup',
    "c'est toujours la même erreur",
    'ne touche pas à ce fichier pour le moment',
    'le test échoue à chaque fois',
    'il ne faut jamais dire jamais',
    "cette fonction n'est jamais appelée",
  ],
  Spanish: [
    'La función nunca debe devolver null, escribe una prueba.',
    'Nunca terminamos el módulo de informes, sigue con eso.',
    'El cliente quiere que los precios siempre salgan con IVA, ajusta la lista.',
    'El ticket dice que nunca se muestren las contraseñas.',
    'Antes siempre desplegábamos los viernes.',
    'esto nunca funcionó',
    'siempre sale el mismo error',
    'por ahora no subas nada',
    'cada vez que lo ejecuto falla',
    'el bucle nunca termina',
    'dice que siempre hay que usar https, ¿es verdad?',
  ],
  Portuguese: [
    'Nunca chegamos a terminar a exportação, continua daí.',
    'Cada linha precisa de um ícone de excluir.',
    'Antes a gente sempre fazia deploy na sexta.',
    'isso nunca funcionou',
    'sempre dá o mesmo erro',
    'por enquanto não mexa nisso',
    'toda vez que eu rodo dá erro',
    'o cliente nunca recebeu o e-mail',
    'ele sempre reclama disso',
  ],
  Chinese: [
    '计数器永远不能小于零，在 decrement 里处理一下。',
    '记住这个输出，我马上要问。',
    '以前我们总是周五部署。',
    '每次都报错',
    '这个一直不行',
    '这次先不要提交',
    '为什么总是超时？',
    '这个函数从来没有被调用',
    '文档里说必须用 https，是真的吗？',
  ],
};

describe('rules of further kinds', () => {
  it.each([
    'Anything that touches billing needs my ok first.',
    'please make it a habit to run the linter before you commit',
    'keep answers short, I read them on my phone',
    'we write British English in the docs',
    'new endpoints get rate limits, that is policy',
    'no console.log in committed code',
    'comments in my code: full sentences, in all repos',
    'pense toujours à mettre à jour le changelog',
  ])('%s', (sentence) => {
    expect(rulesIn(sentence)).toEqual([sentence]);
  });
  it.each([
    'we never found out why it broke in march',
    "we're on postgres 15 by the way, you wrote 14 everywhere",
    "I'd rather you kept the old function signature",
    'wrong branch! this goes to release/2.4',
    'siempre se cae en la segunda ejecución',
    'este campo nunca puede estar vacío, valídalo',
    'esse campo nunca pode ser vazio, valida no formulário',
  ])('none: %s', (sentence) => {
    expect(rulesIn(sentence)).toEqual([]);
  });
});

describe.each(Object.entries(RULES))('rules in %s', (_, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    expect(rulesIn(sentence)).toHaveLength(1);
  });
});

describe.each(Object.entries(LOOK_ALIKES))('no rules in %s', (_, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    expect(rulesIn(sentence)).toEqual([]);
  });
});

describe('the sentence that is kept', () => {
  it('is whole and stands alone', () => {
    expect(rulesIn('Looks good, thanks. And please always run\nthe linter first. What is next?')).toEqual([
      'And please always run',
    ]);
    expect(rulesIn('Looks good. And please always run the linter first! What is next?')).toEqual([
      'And please always run the linter first!',
    ]);
  });

  it('goes on over a hard-wrapped line', () => {
    const wrapped =
      'From now on every module in the billing package gets a header that\nnames its owner and the ticket.';
    expect(rulesIn(wrapped)).toEqual([wrapped.replace('\n', ' ')]);
  });

  it('takes in a few words that go on with it', () => {
    expect(rulesIn('Use pnpm here. Not npm. Then fix the build.')).toEqual(['Use pnpm here. Not npm.']);
  });

  it('is the one before a sentence that says how long it holds', () => {
    expect(rulesIn('The domain layer has no logger. That goes for every service.')).toEqual([
      'The domain layer has no logger.',
    ]);
    expect(rulesIn("Spaces, two. No semicolons. That's how we do it here.")).toEqual([
      'Spaces, two. No semicolons.',
    ]);
  });

  it('has 300 characters at most, and a message five rules', () => {
    expect(rulesIn(`Always use ${'very '.repeat(60)}long names.`)).toEqual([]);
    expect(rulesIn('Never use tabs. '.repeat(9))).toHaveLength(5);
  });
});

describe('words of others', () => {
  it.each([
    ['a code block', 'Why does this fail?\n```\n# always use tabs\nnever use spaces\n```'],
    ['a quotation', 'He wrote:\n> always use tabs\n> never use spaces'],
    ['quoted words', 'The sign says "never use tabs" and "always use spaces".'],
    ['a line that was announced', 'The README says:\nAlways run the generator first.'],
    ['a question about it', 'Never use tabs. Is that still true?'],
    ['a document', '# Style\n\nAlways use tabs.\n\n## Tests\n\nNever mock the clock.'],
    ['a log', '2026-01-04 10:00:01 always use the new endpoint\nERROR: never use the old one'],
    ['an indented block', 'It prints\n        always use tabs\n        never use spaces'],
    ['a long list', `Here is the plan\n${'- always do the next step\n'.repeat(15)}`],
    ['a notice', '<task-notification>Always use tabs.</task-notification>'],
    ['a notice with attributes', '<system-reminder kind="x">\nAlways use tabs.\n</system-reminder>'],
    ['a continued conversation', 'This session is being continued from a previous one.\nAlways use tabs.'],
    ['a handed-over plan', 'Implement the following plan:\n\nAlways use tabs.'],
  ])('%s rules nothing', (_, message) => {
    expect(rulesIn(message)).toEqual([]);
  });

  it('of a host do not hide the words after them', () => {
    expect(
      rulesIn('<system-reminder kind="x">\nAlways use tabs.\n</system-reminder>\nNever use tabs.'),
    ).toEqual(['Never use tabs.']);
  });

  it('do not hide what the person says beside them', () => {
    expect(rulesIn('> old text\n\nNever paste logs into the tests.\n```\nalways x\n```')).toEqual([
      'Never paste logs into the tests.',
    ]);
  });
});

it('every form is found by its cues', () => {
  for (const sentence of [...Object.values(RULES), ...Object.values(LOOK_ALIKES)].flat()) {
    for (const reading of readingsOf(promptLines(sentence))) {
      const cued = formsFor(reading.language.rule, reading);
      const clauses = clausesOf(reading);
      const missed = reading.language.rule.filter(
describe('an order behind a rule', () => {
  it.each([
    ['Nunca hagas commit sin preguntar.', 'Cambia el color del botón.'],
    ['Nunca hagas commit sin preguntar.', 'Corrige la prueba.'],
    ['Ne commite jamais sans demander.', 'Change le nom de config.ts en settings.ts'],
    ['Ne commite jamais sans demander.', 'Corrige le bug.'],
    ['Niemals ohne Rückfrage committen.', 'Ändere das Label des Knopfes.'],
    ['Never commit without asking.', 'Change this label to red.'],
    ['Never commit without asking.', 'Fix that bug in a.ts.'],
    ['Nunca faça commit sem perguntar.', 'Mude o nome.'],
  ])('about another thing: %s %s', (rule, order) => {
    for (const gap of [' ', '\n']) expect(rulesIn(rule + gap + order)).toEqual([rule]);
  });

  it.each([
    ['Every endpoint needs a rate limit.', 'Fix that in a.ts.'],
    ['Every endpoint needs a rate limit.', 'Change it.'],
    ['Cada endpoint debe llevar un límite.', 'Cámbialo.'],
    ['Cada endpoint debe llevar un límite.', 'Corrige eso.'],
    ['Chaque fonction publique doit avoir un test.', 'Change ça.'],
    ['Chaque fonction publique doit avoir un test.', 'Corrige-le.'],
    ['Kommentare bitte immer auf Deutsch.', 'Ändere das.'],
    ['Kommentare bitte immer auf Deutsch.', 'Ändere das bitte in a.ts.'],
  ])('that carries it out: %s %s', (task, order) => {
    expect(rulesIn(task)).toEqual([task]);
    expect(rulesIn(`${task} ${order}`)).toEqual([]);
  });
});

        ([, form]) => !cued.includes(form) && clauses.some(({ clause }) => form.test(clause)),
      );
      expect(missed, sentence).toEqual([]);
    }
  }
});
