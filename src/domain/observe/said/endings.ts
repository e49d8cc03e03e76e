import { formsFor } from './languages.ts';
import { readPrompt } from './prompts.ts';

/** Whether a person takes back the rule that was said last: "forget that", "scratch that". */
export function endsLastRule(text: string): boolean {
  const { lines, readings } = readPrompt(text);
  return readings.some((reading, at) => {
    if (lines[at]!.question) return false;
    const forms = formsFor(reading.language.ending, reading);
    if (forms.length === 0) return false;
    const opened = reading.said.replace(reading.language.openers, '');
    return forms.some((form) => form.test(opened) || form.test(reading.said));
  });
}

/** A rule that a person takes back by what it is about. */
export interface Revoked {
  readonly about: string;
  /** A rule of that name, one that orders something which need not be done any more, or one that forbids what is allowed now. */
  readonly ends: 'named' | 'order' | 'ban';
}

const OPENERS =
  /^(?:(?:ok|okay|so|and|but|also|well|please|actually|btw|by the way|right|now|from now on|note|bitte|also|gut|ab jetzt|stp|svp|désormais|porfa|vale)[,:.!]* )*/;
/** Words that allow something for once. */
const ONCE =
  /\b(?:if|unless|for now|this time|just this|today|tonight|once|for (?:this|the) (?:pr|commit|branch|change|release|one|moment)|in this (?:pr|commit|branch|session)|right now|until|yet|nur diesmal|heute|vorerst|falls|wenn|cette fois|pour l'instant|esta vez|por ahora|desta vez|por enquanto)\b|这次|今天|暂时/;

/** What the rule is about stands in the groups. A rule that is removed or deleted is one of a linter or a firewall. */
const REVOKING: readonly (readonly [Revoked['ends'], RegExp])[] = [
  [
    'named',
    /^(?:you can |we can |let's )?(?:forget|drop|scrap|scratch|ditch|cancel|revoke|disregard|abandon|retire)(?: about)? (?:the|that|this|my|our) (?:old )?(?:(?!last\b|previous\b|new\b|latest\b)([^,.;:]{2,40}?)[ -](?:rule|convention|instruction|policy|requirement)|(?:rule|convention|instruction|policy|requirement) (?:about|on|for|that|with|to|of|against) ([^,;:]{2,80}?))(?=[.!]*$|[,;:]| (?:again|now|please|any ?more|from now on)\b)/,
  ],
  [
    'named',
    /^(?:the|that|my|our) (?:old )?(?:([^,.;:]{2,40}?)[ -]rule|rule (?:about|on|for|that|with|to|of|against) ([^,;:]{2,80}?)) (?:no longer (?:applies|holds|counts|stands)|doesn't (?:apply|hold|count) any ?more|is (?:off|gone|void|obsolete|over|history|no longer (?:needed|valid))|can go)\b/,
  ],
  [
    'named',
    /^(?:vergiss|streiche?|verwirf|kippe?) die (?:([^\s,.;:]{2,40}?)-?regel|regel (?:mit|über|zu|zum|zur|wegen|für|dass) ([^,;:]{2,80}?))(?=[.!]*$|[,;:]| (?:wieder|bitte)\b)|^die (?:([^\s,.;:]{2,40}?)-?regel|regel (?:mit|über|zu|zum|zur|wegen|für) ([^,;:]{2,80}?)) gilt (?:ab jetzt |jetzt )?nicht mehr\b/,
  ],
  [
    'named',
    /^(?:(?:oublie|annule) la règle (?:sur|de|du|des|d'|concernant|qui) ?([^,;:]{2,80}?)(?=[.!]*$|[,;:])|la règle (?:sur|de|du|des|d'|concernant) ?([^,;:]{2,80}?) ne (?:s'applique|vaut|compte) plus\b)/,
  ],
  [
    'named',
    /^(?:(?:olvida|descarta|esquece|esqueça|cancela) (?:la regla|a regra) (?:del?|d[oa]s?|sobre) ([^,;:]{2,80}?)(?=[.!]*$|[,;:])|(?:la regla|a regra) (?:del?|d[oa]s?|sobre) ([^,;:]{2,80}?) (?:ya no vale|não vale mais)\b)/,
  ],
  [
    'named',
    /^(?:请)?(?:忘了|取消|作废|不用管)(?:关于)?([^，。；]{2,20}?)的?(?:那条|这条)?(?:规则|规矩|约定)/,
  ],
  [
    'order',
    /^(?:you (?:no longer (?:need|have) to|(?:don't|do not) (?:need|have) to(?=.{2,100} any ?more\b))|(?:there(?:'s| is) )?no (?:longer a )?need to(?=.{2,100} any ?more\b)|(?:don't|do not)(?=.{2,100} any ?more\b)|we no longer|we (?:don't|do not)(?=.{2,100} any ?more\b)|it(?:'s| is) no longer necessary to) ([^,;:]{3,100}?)(?=[.!]*$|[,;:]| any ?more\b)/,
  ],
  [
    'order',
    /^(?:du (?:musst|brauchst)|wir müssen|man muss) (?:ab jetzt |jetzt )?([^,;:]{2,60}?) nicht mehr ([^,;:.]{3,60})/,
  ],
  [
    'order',
    /^(?:(?:tu n'as|on n'a) plus besoin de |ya no (?:hace falta|tienes que|necesitas|es necesario) |não precisas? mais (?:de )?|não é mais (?:preciso|necessário) )([^,;:]{3,100}?)(?=[.!]*$|[,;:])/,
  ],
  ['order', /^(?:以后)?(?:不用|不需要|不必)再([^，。；]{2,30}?)了?(?=[。！]*$|[，；])/],
  [
    'ban',
    /^(?:you(?: may| can|'re allowed to| are allowed to)|it(?:'s| is) (?:ok|okay|fine|allowed) to) (?:now )?([^,;:]{3,100}?)(?: (?:now|again))?(?:[,;:] |,? because |,? since )(?=.*\b(?:any ?more|no longer)\b)/,
  ],
  ['ban', /^du darfst (?:ab jetzt |jetzt )?([^,;:]{3,80}?)(?: jetzt| wieder)?[,;:] (?=.*\bnicht mehr\b)/],
];

/** The rules that a person takes back, whenever they were said. Leave for once takes nothing back. */
export function revokedIn(text: string): readonly Revoked[] {
  return readPrompt(text).lines.flatMap(({ text: line, question }) => {
    if (question) return [];
    const lower = line.toLowerCase().replace(/[’‘ʼ]/g, "'");
    const said = lower.replace(OPENERS, '');
    for (const [ends, form] of REVOKING) {
      const found = form.exec(said);
      if (found && !ONCE.test(said)) return [{ about: found.slice(1).filter(Boolean).join(' '), ends }];
    }
    return [];
  });
}
