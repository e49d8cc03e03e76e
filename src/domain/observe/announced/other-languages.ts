import type { Blocker } from './blockers.ts';
import type { Decision } from './decisions.ts';
import type { Sentence } from './prose.ts';

/** A few forms that leave no doubt, in German, French, Spanish, Portuguese and Chinese. */
const DECISIONS: readonly RegExp[] = [
  /^(?:entscheidung|beschluss|décision|decisión) ?: ?(.{3,})$/,
  /^(?:(?:ok|okay|gut|also|dann),? )?wir (?:nehmen|bleiben bei|entscheiden uns für) (.{2,})$/,
  /^(?:(?:ok|bon|alors|donc),? )?on (?:part sur|reste sur|a décidé (?:de |d')(?:garder|prendre|utiliser|choisir|partir sur|rester sur|passer à)) (.{2,})$/,
  /^(?:(?:ok|vale|bueno|entonces),? )?(?:vamos a usar|vamos con|usaremos|nos quedamos con|(?:hemos decidido|decidimos) (?:usar|quedarnos con)) (.{2,})$/,
  /^(?:(?:ok|bom|então),? )?(?:vamos usar|vamos com|ficamos com|decidimos usar) (.{2,})$/,
  /^决定 ?[:：] ?(.{2,})$/,
  /^(?:我们|我)(?:已经|已)?决定(?!不|了吗)了?(.{2,})$/,
];
const REASONS = /[,，]? ?(?:weil|da wir|denn|parce que|parce qu'|car|porque|ya que|já que|因为|由于) ?/;

const BLOCKERS: readonly (readonly [Blocker['type'], RegExp])[] = [
  ['blocked', /^(?:ich bin|wir sind) (?:noch |gerade |leider )?blockiert (?:durch|von|wegen) (.{3,})$/],
  [
    'waiting',
    /^(?:ich warte|wir warten) (?:noch |gerade |immer noch )?auf (?!dich|deine|eine antwort von dir)(.{3,})$/,
  ],
  ['blocked', /^(?:je suis|on est|nous sommes) (?:encore |toujours )?bloquée?s? (?:par|sur) (.{3,})$/],
  [
    'waiting',
    /^(?:j'attends|on attend|nous attendons) (?:encore |toujours )?(?!ta |ton |tes |votre |vos |que tu )(.{3,})$/,
  ],
  ['blocked', /^(?:estoy|estamos) bloquead[oa]s? (?:por|en) (.{3,})$/],
  ['waiting', /^(?:estoy|estamos) esperando (?:a que |a |por )?(?!tu |te |su respuesta)(.{3,})$/],
  ['blocked', /^(?:目前|现在|我|我们)(?:们)?(?:还)?被(.{2,20}?)(?:阻塞|卡住)了?(?:[,，].*)?$/],
  ['waiting', /^(?:目前|现在)?(?:我|我们)(?:还)?在?等(?:待)?(?!你)([^,，]{3,40})(?:[,，].*)?$/],
];

/** Words that point at something said before. */
const POINTING =
  /^(?:es|das|dies(?:es|e)?|dabei|beidem|ça|cela|celui-là|celle-là|es[eo]|est[eo]|ambos|这个|那个|这样|它)[.!。！]*$/;

export function foreignDecision(sentence: Sentence): Decision | null {
  if (sentence.question || /\b(?:falls|wenn|si|ob)\b|如果|要不要|吗/.test(sentence.own)) return null;
  for (const form of DECISIONS) {
    const found = form.exec(bare(sentence.own));
    if (!found || POINTING.test(found[1]!)) continue;
    const said = at(sentence.text, bare(sentence.own), found[1]!);
    const because = REASONS.exec(found[1]!);
    if (!because) return { choice: said, reason: null };
    const reason = said.slice(because.index + because[0].length).trim();
    return { choice: said.slice(0, because.index).trim(), reason: reason === '' ? null : reason };
  }
  return null;
}

export function foreignBlocker(sentence: Sentence): Blocker | null {
  if (sentence.question) return null;
  for (const [type, form] of BLOCKERS) {
    const found = form.exec(bare(sentence.own));
    if (found)
      return {
        type,
        text: at(sentence.text, bare(sentence.own), found[1]!)
          .split(/[,，] ?/, 1)[0]!
          .trim(),
      };
  }
  return null;
}

function bare(own: string): string {
  return own.replace(/[.!;。！；\s]+$/, '');
}

/** The piece as written, found by where it stands in the lower-case copy. */
function at(text: string, own: string, piece: string): string {
  const start = own.lastIndexOf(piece);
  return text.slice(start, start + piece.length).trim();
}
