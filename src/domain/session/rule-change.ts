import type { Memory } from '../memories/memory.ts';
import { contentWords, agreement as wordAgreement } from '../text/near.ts';
import { agreement, SAME_RULE } from './agreement.ts';
import type { RuleRevoked } from './remember.ts';

/** English, German, French, Spanish, Portuguese, Chinese. "Never commit without …" orders what it names. */
const BANS =
  /\b(?:never|don't|do not|not|no|avoid|stop|off limits|nie|niemals|nicht|kein\w*|jamais|pas|nunca|jamás|não)\b|不要|别|禁止|绝不/i;
const WITHOUT = /\b(?:without|unless|before|ohne|bevor|sans|avant|sin|antes|sem)\b/i;
/** So much of what a person says of a rule stands in it. */
const MOSTLY = 0.6;

/** The rule that a person took back. Where their words fit several, none: the person would have to say which. */
export function revokedRule({ about, ends, at }: RuleRevoked, known: readonly Memory[]): Memory | null {
  const fitting = known.filter((rule) => {
    if (rule.updatedAt > at || (rule.expiresAt ?? Infinity) <= at) return false;
    const { ofSaid, shared } = wordAgreement(about, rule.content);
    if (ends === 'named') return ofSaid === 1;
    const isBan = BANS.test(rule.content) && !WITHOUT.test(rule.content);
    return isBan === (ends === 'ban') && ofSaid >= MOSTLY && shared.length > 1;
  });
  return fitting.length === 1 ? fitting[0]! : null;
}

/** How a rule says that it changes what held before. */
const FROM_NOW_ON =
  /^(?:(?:ok|okay|and|so|please|bitte)[,:]? )*(?:from (?:now|here|today) on|going forward|ab (?:jetzt|sofort|heute)|von jetzt an|künftig|désormais|dorénavant|à partir de maintenant|a partir de ahora|de ahora en adelante|a partir de agora|de agora em diante)\b/i;

/** Whether a rule is an older one, said in other words or changed. */
export function saysAnew(older: string, later: string): boolean {
  return agreement(older, later) >= SAME_RULE || isSuccessor(older, later);
}

/** "From now on write all docs in English" takes the place of the same sentence with German at its end. */
function isSuccessor(older: string, later: string): boolean {
  if (!FROM_NOW_ON.test(later) || BANS.test(later) || BANS.test(older)) return false;
  const before = contentWords(older.replace(FROM_NOW_ON, ''));
  const now = contentWords(later.replace(FROM_NOW_ON, ''));
  return (
    now.length > 2 &&
    now.length === before.length &&
    now.every((word, i) => (word === before[i]) === i < now.length - 1)
  );
}
