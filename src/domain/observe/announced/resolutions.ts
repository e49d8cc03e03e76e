import { leadsIn, staysSettled } from './guards.ts';
import type { Sentence } from './prose.ts';

/** A person says that something is no longer in the way. */
export interface Resolution {
  /** What was in the way, in the person's words; empty where only "no longer blocked" was said. */
  readonly text: string;
}

/** Words before the statement that only lead in. */
const LEAD =
  /^(?:(?:ok|okay|great|good news|fyi|update|yes|yep|yay|nice|cool|and|so|now|finally|hey|hi|btw|thanks|gut|super|bon|alors|vale|bueno|bom)[,:!.]? )+/;
const SELF = "(?:(?:i'm|i am|we're|we are|this is|that's|that is|it's|it is) )?";
const RECENTLY = '(?:now |just |finally |meanwhile |in the meantime |already )*';
const THERE =
  '(?:there|here|in place|available|up|back|online|working|live|granted|approved|signed|merged|delivered|released|published|fixed|resolved|sorted|unblocked|through|issued|renewed|restored|reachable)';
/** Where people keep what they were given. */
const PLACE =
  '(?:(?:my|the|our|your) )?(?:1password|bitwarden|lastpass|keepass|(?:\\w+ )?(?:keychain|keyring|vault|inbox|mailbox)|password manager|secrets?(?: (?:store|manager))?|(?:\\.env(?:\\.\\w+)?|env)(?: file)?)';
/** What begins so names nothing: a pronoun, an order, a point in time. */
const UNNAMED =
  /^(?:it|this|that|these|those|there|here|what|which|who|i|we|you|all|everything|nothing|nobody|none|never|no|someone|somebody|anyone|each|every|make|ensure|check|verify|see|wait|hope|expect|assume|say|tell|until|till|once|after|before|while)\b/;
/** Forms that hold for whatever stands before them: not where `UNNAMED` does. Group 1 is what was in the way. */
const OF_NAMES: readonly RegExp[] = [
  /^(?:the |our |my |a )?(?:new )?(.{2,60}?) (?:is|are) (?:now |finally |all )?(?:up|up and running|back up|back online|in place)(?: now| again)?$/,
  /^(?:the |our |my )?(?:new )?(.{2,60}?) (?:(?:works?|(?:is|are) working)(?: fine)? (?:now|again)|(?:now|finally) works?)$/,
  // Programs give and send as well: those who do it here have a name, or are people.
  /^(?:(?!the |a |an |our |my )[\w-]+(?: [\w-]+)?|the (?:[\w-]+ )?(?:team|guys|vendor|customer|admins?)) (?:has |have )?(?:now |just |finally |already )*(?:(?:gave|sent|handed|provided|shared)(?= (?:me|us) )|issued|granted|delivered|approved|signed|merged|renewed|released|published|restored|fixed|unlocked) (?:me |us )?(?:over )?(?:the |our |my |a )(?:new )?(.{2,60})$/,
  // Without "us" it may have gone anywhere: who did it is compared as well.
  /^(?<who>(?!(?:the|a|an|our|my|your|he|she|they|just|now|finally|already|meanwhile|have|has|had|also|then|and) )[\w-]+) (?:has )?(?:now |just |finally |already |meanwhile )*(?:sent|handed over|provided|shared|forwarded) (?:over )?(?:the|our|my) (?:new )?(?<what>(?!(?:old|same|first|other)\b)[\w.-]+(?: (?!(?:to|back|for|in|into|with|about|on|over|now|today|yesterday)\b)[\w.-]+){0,3}?)(?: (?:over|now|today|yesterday|this morning|last night))*$/,
];

/** What follows says why nothing is in the way. */
const UNBLOCKED = new RegExp(`^${SELF}(?:now |finally )?(?:unblocked|no longer blocked)(?: now)?: `);
/** What happened to it. */
const HAPPENED = / (?:(?:is|are|has|have) .*|(?:finally |now |just )*(?:arrived|came(?: in| through)?))$/;

/** Group 1 is what was in the way. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${SELF}(?:now )?no longer blocked(?: now)?(?:(?: by| on) (.{2,}))?$`),
  new RegExp(`^${SELF}not blocked(?: by| on)?(?: (.{2,}?))? any ?more$`),
  new RegExp(`^${SELF}(?:now |finally )?unblocked(?: now)?(?: on (.{2,}))?$`),
  /^(?:the |our |my )(.{2,}?) (?:is|are) (?:now |finally )?(?:unblocked|no longer blocked)(?: now)?$/,
  new RegExp(
    `^(?:(?:i|we)(?:'ve| have)? )?${RECENTLY}(?:got|received)(?: back)? (?!rid|to|it|this|that|them|stuck|lost|back|confused|an? |another|the (?:same|following|wrong|impression|idea|feeling|point|error|message|output|warning|exception)|errors?\\b|error)(.{3,})$`,
  ),
  new RegExp(`^(?:the |our |my )(.{2,}?) (?:is|are) (?:now |finally |back )*${THERE}(?: now| again)$`),
  new RegExp(`^(?:the |our |my )(.{2,}?) (?:is|are) (?:now|finally) ${THERE}$`),
  new RegExp(
    `^(?:the |our |my )(.{2,60}?) (?:is|are) (?=now|finally|.* now$)(?:now |finally )?in ${PLACE}(?: now)?$`,
  ),
  /^(?:i|we) (?:now |finally )?have (?:the|our|my) (.{2,60}?) now$/,
  /^(?:the |our |my )(.{2,}?) (?:(?:has|have) )?(?:finally |now |just )?(?:arrived|come through|came through|come in|came in)$/,
  /^(?:the |our |my )(.{2,}?) (?:has|have) (?:now |finally |just )?been (?:granted|approved|signed|merged|delivered|released|published|fixed|resolved|sorted out|issued|renewed|restored)$/,
  new RegExp(
    `^(?:(?:i|we)(?:'ve| have)? )?${RECENTLY}(?:fixed|solved|resolved|sorted out) (?=(?:the|our|my|that) )(.{3,})$`,
  ),
  // German
  /^(?:(?:ich bin|wir sind) )?(?:jetzt |nun )?nicht (?:mehr|länger) blockiert(?: (?:durch|von|wegen) (.{3,}))?$/,
  /^(?:(?:ich )?hab(?:e)?|(?:wir )?haben) (?:jetzt |nun |endlich |inzwischen )*(.{3,}?)(?: jetzt| endlich)? (?:bekommen|erhalten|gekriegt|behoben|gelöst|repariert)$/,
  /^(?:der|die|das|unser|unsere|mein|meine) (.{3,}?) (?:ist|sind) (?:jetzt|nun|endlich|inzwischen|wieder) (?:da|hier|verfügbar|freigegeben|behoben|gelöst|online|erteilt)$/,
  // French
  /^(?:je ne suis|je suis|on n'est|on est|nous ne sommes) plus bloquée?s?(?: (?:par|sur) (.{3,}))?$/,
  /^(?:je suis|on est|nous sommes) (?:enfin |maintenant )?débloquée?s?(?: (?:pour|sur) (.{3,}))?$/,
  /^(?:j'ai|on a|nous avons) (?:enfin |maintenant |bien )?(?:reçu|obtenu|récupéré|corrigé|résolu|réparé) (.{3,})$/,
  /^(?:le |la |les |l'|notre |mon |ma )(.{3,}?) (?:est|sont) (?:maintenant |enfin |de nouveau )(?:là|disponibles?|arrivée?s?|corrigée?s?|résolue?s?|accordée?s?)$/,
  // Spanish
  /^ya no (?:estoy|estamos) bloquead[oa]s?(?: (?:por|en) (.{3,}))?$/,
  /^(?:ya (?:tengo|tenemos|recibí|recibimos)|(?:por fin )?(?:recibí|recibimos|conseguí|conseguimos|me dieron|nos dieron|arreglé|arreglamos|resolví|resolvimos)) (.{3,})$/,
  /^(?:el|la|los|las|nuestro|nuestra|mi) (.{3,}?) ya (?:está|están) (?:disponibles?|aquí|ahí|list[oa]s?|arreglad[oa]s?|resuelt[oa]s?|aprobad[oa]s?)$/,
  // Portuguese
  /^(?:já )?não (?:estou|estamos) mais bloquead[oa]s?(?: (?:por|pelo|pela|em) (.{3,}))?$/,
  /^(?:já (?:tenho|temos|recebi|recebemos)|(?:finalmente )?(?:recebi|recebemos|consegui|conseguimos|corrigi|corrigimos|resolvi|resolvemos|consertei)) (.{3,})$/,
  /^(?:o|a|os|as|nosso|nossa|meu|minha) (.{3,}?) já (?:está|estão) (?:disponíve(?:l|is)|aqui|lá|pront[oa]s?|resolvid[oa]s?|aprovad[oa]s?|corrigid[oa]s?)$/,
  // Chinese
  /^(?:我|我们)?(?:现在|已经)?不再被(.{2,20}?)(?:阻塞|卡住)了?$/,
  /^(?:我|我们)?(?:已经|终于|刚刚|刚|现在)?(?:拿到|收到|解决|修好|修复)了(.{2,40}?)了?$/,
  /^(.{2,40}?)(?:已经|终于|现在)(?:到了|到位了?|批准了|解决了|修好了|修复了|可用了)$/,
];

/** What follows takes it back, or puts it off. */
const TAKEN_BACK =
  /\b(?:but|however|except|although|doesn't|don't|didn't|isn't|not|wrong|expired|invalid|tomorrow|soon|later|almost|nearly|error|aber|doch|(?<!não (?:estou|estamos) )mais|pero|mas|porém)\b|但|不过/;
const UNSETTLED_ELSEWHERE = /\b(?:falls|wenn|ob|sobald|quand|si|lorsque|cuando|quando|se)\b|如果|吗|等/;
/** What follows is about something else. */
const CLAUSE_END = /,? (?:so (?!that\b)|please |and |let's )|[,，;；]/;
const LONGEST = 160;

const MOST_CLAUSES = 3;
/** Words that make what follows them a wish or a plan. */
const NOT_YET =
  /\b(?:once|as soon as|after|until|till|before|while|make sure|ensure|check|verify|expect|hope|wait|please|let's)\b/;

/** Behind a comma it may as well be an item of a list: "highlights: a faster start, fixed the …". */
const LISTED = /^(?:fixed|solved|resolved|sorted out) /;

export function resolutionIn(sentence: Sentence): Resolution | null {
  if (sentence.question) return null;
  const whole = sentence.own.replace(/[.!;。！；，,\s]+$/, '');
  if (!staysSettled(whole)) return null;
  if (TAKEN_BACK.test(whole.replace(/\bnot blocked\b/, ''))) return null;
  let before = 0;
  for (let clauses = 0; clauses < MOST_CLAUSES && before < whole.length; clauses++) {
    const rest = whole.slice(before);
    const said = rest.replace(LEAD, '');
    const clause = said.slice(0, CLAUSE_END.exec(said)?.index);
    if (!leadsIn(clause) || UNSETTLED_ELSEWHERE.test(clause)) return null;
    const isListed = clauses > 0 && LISTED.test(clause);
    const label = clause.includes('blocked') ? (UNBLOCKED.exec(clause)?.[0].length ?? 0) : 0;
    const told = clause.slice(label);
    const found = isListed
      ? null
      : (first(FORMS, told) ?? (UNNAMED.test(told) ? null : first(OF_NAMES, told)));
    if (found) return { text: nameOf(sentence, found) };
    if (label > 0) return { text: asWritten(sentence, told.replace(HAPPENED, '')) };
    const comma = /[,，;；]\s*/.exec(said);
    const passed = comma ? said.slice(0, comma.index) : said;
    if (!comma || NOT_YET.test(passed) || !leadsIn(passed)) return null;
    before += rest.length - said.length + comma.index + comma[0].length;
  }
  return null;
}

function first(forms: readonly RegExp[], clause: string): RegExpExecArray | null {
  for (const form of forms) {
    const found = form.exec(clause);
    if (found) return found;
  }
  return null;
}

function nameOf(sentence: Sentence, found: RegExpExecArray): string {
  const { who, what } = found.groups ?? {};
  if (who === undefined || what === undefined) return asWritten(sentence, found[1] ?? '');
  return `${asWritten(sentence, what)} from ${asWritten(sentence, who)}`;
}

function asWritten({ text, own }: Sentence, piece: string): string {
  const start = piece === '' ? -1 : own.indexOf(piece);
  if (start < 0) return '';
  return text
    .slice(start, start + piece.length)
    .trim()
    .slice(0, LONGEST);
}
