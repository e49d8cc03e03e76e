import { agreement } from '../text/near.ts';

/** The fate of an agent's list, as far as single lines tell. A start reads these, so nothing that reads whole replies is imported. */

/** A prompt that sends the agent through its own list: "do 1 and 3", "the remaining steps please". */
const TAKES_UP =
  /^\W*(?:[a-zà-ÿ]+ ){0,3}(?:#|no\.? ?|nr\.? ?|step |schritt )?\d{1,2}\b(?:\W*(?:and|und|et|y|e|then|to|bis|&|\+|,)?\W*\d{1,2}\b)*(?: (?:please|bitte|now|first|too))?\W*$|\b(?:(?:next|remaining|these|those|your|all|open|first|last|other) (?:\w+ )?(?:steps?|items?|points?|tasks?|ones?|parts?|things?)|the (?:list|rest|remainder|others)|your list|all (?:of )?(?:it|them|that|these|those|two|three|four|five)|them all|both(?: of them)?|(?:nächsten?|restlichen?|übrigen?|offenen?|alle) (?:\w+ )?(?:schritte?|punkte?|aufgaben?)|den rest|die liste|alle (?:drei|vier|fünf)|(?:prochaines?|autres) (?:étapes?|points?)|le reste|la liste|(?:próximos|siguientes|demás) (?:pasos|puntos)|el resto|la lista|próximos passos|o resto|a lista)\b|下一步|剩下|其余|全部|残り/;

/** Whether a prompt asks for what the agent listed, without a word of the items. */
export function takesUpList(prompt: string): boolean {
  return prompt.length <= LONGEST_TAKING_UP && TAKES_UP.test(prompt.toLowerCase());
}

const LONGEST_TAKING_UP = 120;

/** A part of the request that the agent left: numbered, or "not yet". "I did not touch vendor/" is no such part. */
const LEFT_ALONE =
  /\b(?:items?|points?|steps?|tasks?|parts?|questions?|numbers?|nos?|punkte?|aufgaben?|schritte?|teile?|étapes?|tâches?|puntos?|pasos?|tareas?|itens?|passos?|tarefas?)\W{0,2}\d[^.!?]{0,50}(?:(?:\bnot|n't|\bnicht|\bpas|\bno|\bnão)\b[^.!?]{0,15}\b(?:touched|started|done|begun|finished|implemented|addressed|angefasst|begonnen|gemacht|erledigt|umgesetzt|touchée?s?|commencée?s?|faite?s?|tocado|empezado|hecho|feito|começado|mexi|toquei|fiz)|\b(?:untouched|still open|(?:is|are) (?:open|left|missing|pending)|(?:ist|sind) (?:noch )?offen|restent?\b|faltan?\b|pendientes?\b))|(?:\bnot|n't|\bnicht|\bpas|\bno|\bnão)\b[^.!?]{0,15}\b(?:touch(?:ed)?|start(?:ed)?|do|done|get to|got(?:ten)? to) (?:items?|points?|steps?|tasks?|parts?|numbers?)\W{0,2}\d|\b(?:i|we)(?:'ve| have| did)?(?: not|n't)(?: yet)? (?:touch(?:ed)?|start(?:ed)?|begun|got(?:ten)? to|get to|tackled?|done|look(?:ed)? at)\b[^.!?]{3,120}\byet\b|\b(?:i|we)(?:'ve| have) not yet (?:touched|started|begun|done|tackled|got)|\bnoch nicht (?:angefasst|begonnen|gemacht|erledigt|umgesetzt)|\bpas encore (?:touché|commencé|fait|traité)|\b(?:todavía|aún) no (?:he|hemos) (?:tocado|empezado|hecho)|\bainda não (?:toquei|comecei|fiz|mexi)|还没有?(?:做|动|开始|处理|写)|まだ(?:手をつけて|着手して|やって)(?:い)?ません/;

/** How a list is called whose items were to be done and are not. "Next steps" may be no more than a proposal. */
const LEFT_OVER =
  /^\W*(?:\d{1,2}\.\s*)?(?:what(?:'s| is) (?:left|missing)|what remains|remaining|left\b|still (?:open|to do|missing|pending|left)|open (?:points?|items?|tasks?|issues?)|outstanding|pending|to-?dos?\b|(?:not|nothing) (?:yet )?(?:done|finished|implemented)|noch (?:offen|zu tun)|offene (?:punkte|aufgaben)|es fehlt noch|was noch fehlt|reste à faire|il reste|points ouverts|en suspens|pendientes?|queda por hacer|por hacer|falta|em aberto|a fazer|da fare|剩余|未完成|尚未完成|待办|残り)/;

/** Whether a closing list, from its name on, is of work that was left. */
export function isLeftOver(list: string): boolean {
  return LEFT_OVER.test(list.slice(0, 80).toLowerCase().replace(/’/g, "'"));
}

/** Whether an item is a part of the request that the agent left, and no step that it proposes. */
export function isLeftAlone(item: string): boolean {
  return LEFT_ALONE.test(item.toLowerCase().replace(/’/g, "'"));
}

/** Words that say that something was left, and not what it is. */
const SAYING = new Set(
  'begun done gotten have haven item part point started step task touched with yet'.split(' '),
);

/**
 * Whether a later session's words are about an item that was left. Two words in common are enough: in doubt it is not told as
 * open. `speaksOf` in `agreement` weighs endings and verbs too, and loads the lists of words that folding has.
 */
export function mentions(text: string, item: string): boolean {
  return agreement(text, item).shared.filter((word) => word.length > 3 && !SAYING.has(word)).length > 1;
}
