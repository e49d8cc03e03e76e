/** A language by what tells it from others. Its forms are loaded where a sentence is in it. */
export interface Tongue {
  /** Its commonest words: a sentence is read in the language whose words it holds most of. */
  readonly words: string;
  /** Letters that English does not write: one of them speaks for the language as a common word does. */
  readonly letters?: RegExp;
}

/** English first: it takes the sentences that speak for no language. */
export const TONGUES = {
  english: {
    words:
      'the a an is are to of and in for on with that this it you we i not don please use my our be always never all every when if no from at or as but so do me your before only should must have has by was stop keep write',
  },
  german: {
    words:
      'der die das und ist nicht ich du wir ein eine den dem zu mit auf fur bitte nie immer im in bei uns es kein keine wird werden auch vor nach von dass wenn mir mich dir sich jede jeder jedes alle ab nur aber sind mehr hor schon noch warum hier',
    letters: /[äöüß]/i,
  },
  french: {
    words:
      'le la les un une des du de et est pas ne je tu on nous vous en dans pour que qui ce cette sur avec jamais toujours chaque stp svp il ca au aux mais sans par sont ton ta plus desormais n d l c j s q',
    letters: /[àâçèéêîôùûœ]/i,
  },
  spanish: {
    words:
      'el la los las ese esa ya vale un una de y en que no es por para con se lo mi tu siempre nunca jamas cada esto eso este esta al del usa hay mas pero sin ahora porfa aqui quiero antes muy su son si',
    letters: /[áéíóúñ¿¡]/i,
  },
  portuguese: {
    words:
      'o a os as um uma de e em que nao por para com se isso sempre nunca cada esse essa este esta no na ao do da dos das pra voce so mais mas sem aqui ninguem toda todo antes agora porfa como sao rode nos daqui pare',
    letters: /[ãõáâçéêíóôú]/i,
  },
} as const satisfies Readonly<Record<string, Tongue>>;

/** A text with one of these is Chinese, whatever else it holds. */
export const CHINESE = /[\u4e00-\u9fff]/;

export type TongueName = keyof typeof TONGUES | 'chinese';
