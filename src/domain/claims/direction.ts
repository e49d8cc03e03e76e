import type { Direction } from './claim.ts';
import { hasWideLetters, listed, type WordList, wordsOf } from './words.ts';

/** The sentence around a thing that it names, with other named things as `§`. */
export interface SentenceParts {
  readonly before: string;
  readonly after: string;
}

/*
 * Lists of words and phrases of two words. They are looked up and not matched: to compile expressions of this size costs a
 * fresh process 20 ms.
 */

/** Words that may stand between a verb and its object. */
const FILLER = listed(
  '§, the, a, an, more, such, and, old, obsolete, unused, dead, file, files, folder, module, script, our, this, that, any, both, all, die, der, das, den, alte, alten, datei, und, le, la, les, fichier, ancien, et, el, los, archivo, viejo, y',
);
const GONE = listed(
  `no, without, removed, removes, removing, deleted, deletes, deleting, dropped, drops, dropping, killed, retired, lacks, lacking,
  replaced, replaces, replacing, supersedes, superseded, renamed, moved, unlinked, rid of, instead of, kein, keine, keinen, entfernt,
  entfernte, entfernten, gelöscht, löschte, löschten, ohne, ersetzt, ersetzte, umbenannt, pas de, plus de, supprimé, supprimée,
  retiré, sans, remplace, remplacé, sin, no hay, eliminado, eliminé, eliminó, eliminamos, borrado, borré, borramos, quitamos,
  quitado, reemplaza, reemplazó`,
);
const GONE_WIDE = ['没有', '删除', '移除', '去掉', '删掉'];
const TASK = listed(
  `remove, delete, drop, rename, move, kill, replace, entferne, entfernen, lösche, löschen, supprimer, supprime, retirer, eliminar,
  elimina, borrar, borra, quitar`,
);
const NEVER = listed(`never, not, don't, cannot, mustn't, nie, niemals, nicht, ne, jamais, nunca`);
const MAKE = listed(
  `create, creates, creating, add, adding, write, writing, generate, generating, scaffold, introduce, implement, extract, put,
  place, save, draft, produce, emit, erstelle, erstellen, anlegen, lege, schreibe, schreiben, hinzufügen, ergänze, ergänzen, crée,
  créer, ajoute, ajouter, écrire, écris, crea, crear, añade, añadir, agregar, agrega, escribe, escribir`,
);
const MAKE_WIDE = ['创建', '添加', '新建', '新增', '增加'];
const MAYBE = listed(
  `if, whether, unless, in case, should, would, could, might, may, going to, plan to, planned, planning, want to, need to, needs to,
  let's, todo, propose, suggest, consider, maybe, perhaps, possibly, new, wenn, falls, ob, soll, sollte, sollten, könnte, vielleicht,
  si, devrait, pourrait, peut-être, debería, podría, quizás`,
);
const MAYBE_WIDE = ['如果', '应该', '可能', '计划'];
const PAST = listed(
  `used to, formerly, previously, originally, historically, had been, no longer, früher, ehemals, nicht mehr, autrefois, auparavant,
  antes, solía`,
);
const PAST_WIDE = ['以前', '曾'];
const MOVED = listed('renamed, moved, extracted, split, ported, copied, migrated, converted');
/** Files of another place, and names that only stand for files. */
const OTHER = [
  ...[
    'upstream',
    'other repo',
    'other project',
    'sibling repo',
    'their repo',
    'on the server',
    'on the host',
    'on the machine',
  ],
  ...[
    'in the container',
    'in the image',
    'for example',
    'for instance',
    'e.g.',
    'such as',
    'something like',
    'z.b.',
    'z. b.',
  ],
  ...['par exemple', 'por ejemplo', '比如', '例如'],
];
const PLACES = listed('repo, repository, project, fork');

const BE = listed(
  `is, was, are, were, has been, have been, had been, got, will be, wurde, wurden, ist, sind, a été, ont été, est, sont, fue, fueron,
  ha sido, está`,
);
const BETWEEN = listed('now, since, already, long, then, also, all');
const ENDED = listed(
  `removed, deleted, gone, dropped, renamed, moved, retired, replaced, superseded, not there, history, entfernt, gelöscht, weg,
  ersetzt, umbenannt, supprimé, supprimée, retiré, remplacé, remplacée, eliminado, eliminada, borrado, borrada, reemplazado`,
);
const ENDED_ALONE = listed('removed, deleted, gone, dropped, renamed, retired');
const THEN = listed('in, by, since');
const NOT_THERE = [
  ...[
    'does not exist',
    "doesn't exist",
    'do not exist',
    "don't exist",
    'did not exist',
    'no longer exist',
    'is no longer there',
  ],
  ...[
    'is no more',
    'was no more',
    'existiert nicht',
    'gibt es nicht',
    "n'existe",
    'ya no existe',
    'no existe',
    '不存在',
    '没有了',
  ],
  ...['已删除', '已经删除', '被删除', '已移除', '被移除', '删掉了'],
];
const YET = [
  ...[
    'to be written',
    'to be created',
    'to be added',
    'to be made',
    'not yet',
    'not there yet',
    'not written yet',
  ],
  ...['not created yet', 'noch nicht', 'pas encore', 'todavía no', 'aún no', '还没有', '尚未'],
];
const MADE = listed(
  `generated, auto-generated, built, produced, gitignored, ignored, temporary, optional, generiert, erzeugt, généré, generado`,
);

/** Words after a thing in which something is said of it. */
const NEAR = 6;

/** Reads whether a sentence says that a thing is there: by simple signs near it, and doubt where they do not agree. */
export function directionOf({ before, after }: SentenceParts): Direction {
  const small = { before: before.toLowerCase(), after: after.toLowerCase() };
  const near = small.before.slice(
    Math.max(small.before.lastIndexOf(', '), small.before.lastIndexOf(': ')) + 1,
  );
  const all = wordsOf(small.before);
  const clause = wordsOf(near);
  const behind = wordsOf(small.after);
  const close = behind.slice(0, NEAR).join(' ');
  if (YET.some((phrase) => close.includes(phrase))) return 'either';
  const verb = lastVerb(all);
  if (isEither(GONE, all, verb) || endsWide(small.before, GONE_WIDE) || isGoneAfter(small.after, behind))
    return 'absent';
  // What must never be done to a thing says that it is there.
  const isForbidden = all.slice(Math.max(0, verb - 3), verb).some((word) => NEVER.has(word));
  if (isEither(TASK, all, verb) && !isForbidden) return 'either';
  if (holds(PAST, clause) || holdsWide(near, PAST_WIDE) || isMovedFrom(all, verb)) return 'either';
  if (isElsewhere(small, all, behind) || isMade(behind) || isAsked(after)) return 'doubt';
  if (holds(MAKE, clause) || holdsWide(near, MAKE_WIDE)) return 'either';
  return holds(MAYBE, clause) || holdsWide(near, MAYBE_WIDE) ? 'doubt' : 'there';
}

/** Reads whether a sentence says that a commit is there; the words behind it may take that back. */
export function directionOfCommit({ before, after }: SentenceParts): Direction {
  const small = { before: before.toLowerCase(), after: after.toLowerCase() };
  const behind = wordsOf(small.after);
  if (isElsewhere(small, wordsOf(small.before), behind) || isAsked(after)) return 'doubt';
  return isGoneAfter(small.after, behind) ? 'either' : 'there';
}

/** The place of the last word that is no filler. */
function lastVerb(words: readonly string[]): number {
  let at = words.length - 1;
  while (at >= 0 && FILLER.has(words[at]!)) at--;
  return at;
}

/** Whether a list has the word at a place, or the phrase that ends there. */
function isEither(list: WordList, words: readonly string[], at: number): boolean {
  if (at < 0) return false;
  // `pas de la`: the end of a phrase may look like a filler.
  const next = words[at + 1];
  return (
    list.has(words[at]!) ||
    list.has(`${words[at - 1]} ${words[at]}`) ||
    (next !== undefined && list.has(`${words[at]} ${next}`))
  );
}

function holds(list: WordList, words: readonly string[]): boolean {
  return words.some((_, at) => isEither(list, words, at));
}

function endsWide(text: string, list: readonly string[]): boolean {
  if (!hasWideLetters(text)) return false;
  const end = text.replace(/[\s了文件"'`(,:§]+$/, '');
  return list.some((word) => end.endsWith(word));
}

function holdsWide(text: string, list: readonly string[]): boolean {
  return hasWideLetters(text) && list.some((word) => text.includes(word));
}

function isMovedFrom(words: readonly string[], at: number): boolean {
  if (words[at] !== 'from' && !(words[at] === 'of' && words[at - 1] === 'out')) return false;
  return words.slice(Math.max(0, at - 5), at).some((word) => MOVED.has(word));
}

function isGoneAfter(after: string, words: readonly string[]): boolean {
  const begin = words.slice(0, NEAR).join(' ');
  if (NOT_THERE.some((phrase) => begin.startsWith(phrase))) return true;
  const [first = '', second = ''] = words;
  if (ENDED_ALONE.has(first)) {
    const mark = after[after.indexOf(first) + first.length];
    return second === '' || THEN.has(second) || (mark !== undefined && '.,;:()'.includes(mark));
  }
  let at = BE.has(`${first} ${second}`) ? 2 : BE.has(first) ? 1 : 0;
  if (at === 0) return false;
  if (BETWEEN.has(words[at] ?? '') || (words[at] ?? '').endsWith('ly')) at++;
  if (words[at] === 'missing')
    return words.length === at + 1 || words[at + 1] === 'here' || words[at + 1] === 'there';
  return ENDED.has(words[at] ?? '') || ENDED.has(`${words[at]} ${words[at + 1]}`);
}

function isMade(words: readonly string[]): boolean {
  return BE.has(words[0] ?? '') && words.slice(1, 3).some((word) => MADE.has(word));
}

function isElsewhere(
  { before, after }: SentenceParts,
  all: readonly string[],
  behind: readonly string[],
): boolean {
  return (
    OTHER.some((phrase) => before.includes(phrase) || after.includes(phrase)) ||
    [all, behind].some((words) =>
      words.some((word, i) => PLACES.has(word) && words[i - 2] === 'the' && words[i - 3] === 'in'),
    )
  );
}

function isAsked(after: string): boolean {
  return /[?？]\s*$/.test(after);
}
