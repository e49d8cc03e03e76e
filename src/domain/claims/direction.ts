import type { Direction } from './claim.ts';

/** The sentence around a thing that it names, with other named things as `§`. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

const words = (list: string) =>
  list
    .trim()
    .split(/\s*\n\s*|\s*,\s*/)
    .join('|');
/** Word borders that know accents; Chinese has none. */
const FROM = '(?:^|[^A-Za-zÀ-ɏ])';
const TO = '(?![A-Za-zÀ-ɏ])';

/** What may stand between a verb and the thing it is about. */
const FILLER = `(?:\\s|["'\`(,:§]|(?:${words(
  'the, a, an, more, such, and, old, obsolete, unused, dead, file, files, folder, module, script, our, this, that, any, both, all, die, der, das, den, alte, alten, datei, und, le, la, les, fichier, ancien, et, el, los, archivo, viejo, y, 了, 文件',
)})${TO})*`;

const GONE =
  words(`no, without, removed, removes, removing, deleted, deletes, deleting, dropped, drops, dropping, killed, retired,
  lacks, lacking, replaced, replaces, replacing, supersedes, superseded, renamed, moved, unlinked, rid of, instead of,
  kein, keine, keinen, entfernt, entfernte, entfernten, gelöscht, löschte, löschten, ohne, ersetzt, ersetzte, umbenannt,
  pas de, plus de, supprimé, supprimée, retiré, sans, remplace, remplacé, sin, no hay, eliminado, eliminé, eliminó,
  eliminamos, borrado, borré, borramos, quitamos, quitado, reemplaza, reemplazó`);
const GONE_CJK = '没有|删除|移除|去掉|删掉';
const TASK =
  words(`remove, delete, drop, rename, move, kill, get rid of, replace, entferne, entfernen, lösche, löschen, supprimer,
  supprime, retirer, eliminar, elimina, borrar, borra, quitar`);
const MAKE =
  words(`create, creates, creating, add, adding, write, writing, generate, generating, scaffold, introduce, implement,
  extract, put, place, save, draft, produce, emit, erstelle, erstellen, anlegen, lege, schreibe, schreiben, hinzufügen, ergänze,
  ergänzen, crée, créer, ajoute, ajouter, écrire, écris, crea, crear, añade, añadir, agregar, agrega, escribe, escribir`);
const MAKE_CJK = '创建|添加|新建|新增|增加';
const MAYBE =
  words(`if, whether, unless, in case, should, would, could, might, may, going to, plan to, planned, planning, want to,
  need to, needs to, let's, todo, propose, suggest, consider, maybe, perhaps, possibly, new, wenn, falls, ob, soll, sollte,
  sollten, könnte, vielleicht, si, devrait, pourrait, peut-être, debería, podría, quizás, 如果, 应该, 可能, 计划`);
const PAST =
  words(`used to, formerly, previously, originally, historically, had been, no longer, früher, ehemals, nicht mehr, autrefois,
  auparavant, antes, solía, 以前, 曾`);
const MOVED_FROM = `(?:${words('renamed, moved, extracted, split, ported, copied, migrated, converted, split off, split out')})\\s+(?:\\S+\\s+){0,3}(?:from|out of)`;
/** Files of another place, and names that only stand for files. */
const OTHER = new RegExp(
  `${FROM}(?:upstream|(?:other|another|sibling|their|its own) (?:repo|repository|project)|in the [\\w.@/-]+ (?:repo|repository|project|fork)|on the (?:server|host|machine)|in the (?:container|image)|for example|for instance|e\\.g\\.|such as|something like|z\\. ?B\\.|par exemple|por ejemplo|比如|例如)${TO}`,
  'i',
);

const GONE_BEFORE = new RegExp(`(?:${FROM}(?:${GONE})${TO}|${GONE_CJK})${FILLER}$`, 'i');
const TASK_BEFORE = new RegExp(`${FROM}(?:${TASK})${TO}${FILLER}$`, 'i');
const MAKE_BEFORE = new RegExp(`(?:${FROM}(?:${MAKE})${TO}|${MAKE_CJK})(?:[^.;!?]{0,60})$`, 'i');
const MAYBE_BEFORE = new RegExp(`(?:${FROM}(?:${MAYBE})${TO})`, 'i');
const PAST_BEFORE = new RegExp(`(?:${FROM}(?:${PAST})${TO}|${FROM}${MOVED_FROM}${FILLER}$)`, 'i');

const BE =
  words(`is, was, are, were, has been, have been, had been, got, will be, is now, was long, wurde, wurden, ist, sind, a été,
  ont été, est, sont, fue, fueron, ha sido, está`);
const ENDED =
  words(`removed, deleted, gone, dropped, renamed, moved, retired, replaced, superseded, not there, not in the repo, history,
  entfernt, gelöscht, weg, ersetzt, umbenannt, supprimé, supprimée, retiré, remplacé, remplacée, eliminado, eliminada, borrado,
  borrada, reemplazado`);
const GONE_AFTER = new RegExp(
  `^["'\`),]*\\s*(?:(?:${BE})\\s+(?:\\w+ly\\s+|now\\s+|since\\s+|already\\s+|long\\s+|then\\s+)?(?:${ENDED})${TO}|(?:removed|deleted|gone|dropped|renamed|retired)(?=\\s*(?:[.,;:()]|$|in${TO}|by${TO}|since${TO}))|(?:does|do|did)(?: not|n't) exist|no longer exists?|(?:is|was) no (?:longer there|more)|(?:is|was) missing(?=\\s*(?:[.,;:!)]|$|here|there))|existiert nicht|gibt es nicht|n'existe|ya no existe|no existe|(?:已|已经|被)(?:删除|移除|删掉)|不存在|没有了)`,
  'i',
);
const YET_AFTER =
  /^["'`),]*\s*(?:\S+\s+){0,4}(?:to be (?:written|created|added|made)|not (?:there |written |created )?yet|noch nicht|pas encore|todavía no|aún no|还没有|尚未)/i;
const MADE_AFTER =
  /^["'`),]*\s*(?:is|are|gets?|wird|est|es)\s+(?:\w+\s+)?(?:generated|auto-generated|built|produced|gitignored|ignored|temporary|optional|generiert|erzeugt|généré|generado)/i;

/** What a sentence says of a thing in it: simple signs near it, and doubt where they do not agree. */
export function directionOf({ before, after }: Around): Direction {
  const clause = before.slice(Math.max(before.lastIndexOf(', '), before.lastIndexOf(': ')) + 1);
  if (YET_AFTER.test(after)) return 'either';
  if (GONE_BEFORE.test(before) || GONE_AFTER.test(after)) return 'absent';
  if (TASK_BEFORE.test(before) || PAST_BEFORE.test(clause)) return 'either';
  if (OTHER.test(before) || OTHER.test(after) || MADE_AFTER.test(after) || isAsked(after)) return 'doubt';
  if (MAKE_BEFORE.test(clause)) return 'either';
  return MAYBE_BEFORE.test(clause) ? 'doubt' : 'there';
}

/** What a sentence says of a commit: it is there, unless the words behind it take it back. */
export function directionOfCommit({ before, after }: Around): Direction {
  if (OTHER.test(before) || OTHER.test(after) || isAsked(after)) return 'doubt';
  return GONE_AFTER.test(after) ? 'either' : 'there';
}

function isAsked(after: string): boolean {
  return /[?？]\s*$/.test(after);
}
