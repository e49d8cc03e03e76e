/** Words that agree, thank, greet or urge on, and say nothing else. English, German, French, Spanish, Portuguese, Italian, Russian. */
const NODS = `
ok okay okey oki k kk yes yeah yep yup ya y yea sure thanks thank thx ty you please pls go ahead on continue proceed
do it that this so sounds looks good great perfect nice cool fine lgtm right correct alright all resume keep going
carry no nope n hmm well done got makes sense awesome excellent wonderful amazing super indeed exactly agreed deal
hello hi hey there next then now just and the a is was it's that's thats let's lets i see understood
absolutely definitely of course works for me again retry try up job work wait stop cheers much very really
ja jo jep klar weiter mach machen machs gut danke dankeschön bitte passt genau gerne los schön prima toll richtig
stimmt einverstanden nein das so dann nun sehr vielen dank fortfahren hallo in ordnung nur zu alles
oui ouais non d'accord daccord dac merci vas-y vasy allez allez-y parfait bien c'est bon très continuez poursuis
poursuivez super génial beaucoup bonjour salut exact ça marche s'il te plaît svp
sí si vale gracias continúa continua sigue siga seguir adelante dale perfecto claro bien hazlo muy muchas bueno
hola correcto por favor está eso
sim não obrigado obrigada continue segue siga pode seguir perfeito beleza isso certo ótimo bom muito olá faça
favor tá manda ver
sì grazie va bene continua avanti procedi perfetto certo ciao vai prego
да нет спасибо хорошо продолжай продолжить продолжайте давай ок ага пожалуйста отлично дальше понял привет верно`;

const CJK_NOD =
  /^(?:继续|請繼續|请继续|繼續|接着|好的?|是的?|对的?|對的?|可以|行|嗯+|谢谢你?|謝謝|多谢|没问题|沒問題|没错|明白了?|了解|不错|很好|完美|你好|开始|下一个|做吧|はい|ええ|続けて|続行|お願い(?:します)?|ありがとう(?:ございます)?|わかりました|了解(?:です)?|いいえ|네|예|응|계속(?:해(?:줘|주세요)?)?|감사합니다|고마워|좋아요?|吧|了|啊|呀|的|ください)+$/;

/** Somebody sees whether anybody is there. Inside a sentence these are things to work on. */
const KNOCK = /^(?:ping|test(?:ing)?|(?:hello|hi|hey)[ ,]+test)$/;

/** Inside a sentence the words of a greeting are things to work on. */
const GREETING =
  /^(?:(?:hello|hi|hey|hallo) +)?(?:good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|bonsoir|buen[oa]s (?:días|tardes)|bom dia|buongiorno|早上好|おはよう(?:ございます)?)(?: (?:all|everyone|team|zusammen))?$/;

/** Commands of hosts that only tend the conversation. */
const HOUSEKEEPING =
  /^\/(?:clear|compact|model|help|exit|quit|resume|status|cost|usage|login|logout|config|memory|mcp|context|new|undo|rewind|continue|fast|hooks|agents|doctor|permissions)\b[^\n]{0,40}$/;

/** "Yes, delete them": an answer whose meaning stands in the question before it. */
const POINTING =
  /^(?:yes|yeah|yep|yup|ok|okay|sure|ja|oui|sí|si|sim|да)\b[ ,.!:-]{1,3}(?:please |bitte |just |go ahead and )?[a-zà-ÿ]{2,12} (?:it|them|that|this|those|these|all|both|das|es|sie|les|lo|los|isso)(?: (?:all|now|please|too|both|bitte|first))?$/;

/** Thanks, praise and good-bye: they end a conversation and answer no question. */
const FAREWELL =
  /^(?:(?:ok(?:ay)?|great|perfect|cool|nice|good|fine|super|alright|gut|prima|genial|perfecto|parfait|ótimo)[\s,.!:-]*)?(?:thanks?|thank you|thx|ty|cheers|danke|dankesch[öo]n|vielen dank|merci|gracias|muchas gracias|obrigad[oa]|grazie|谢谢|多谢|辛苦了|bye|good ?night|see you|ciao|tsch[üu]ss|bis (?:morgen|dann|sp[äa]ter)|feierabend|hasta (?:ma[ñn]ana|luego)|adi[óo]s|à demain|au revoir|bonne (?:soir[ée]e|nuit)|até (?:amanhã|logo)|再见|明天见|that(?:'s| is) (?:all|it)\b|(?:i'm|i am|we're) done\b|done for (?:today|now)|enough for (?:today|now)|schluss f[üu]r heute)/;

/** Whether a prompt only takes leave. It is short: whoever goes on speaks of something else. */
export function isFarewell(text: string): boolean {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'").trim();
  const [leave] = FAREWELL.exec(plain) ?? [];
  return leave !== undefined && plain.length <= 90 && !GOES_ON.test(plain.slice(leave.length));
}

/** "Thanks! And now the parser": the next request follows at once. */
const GOES_ON =
  /^[\s,.!;:–-]*(?:and|now|next|also|then|but|can|could|would|please|one more|und|jetzt|nun|dann|aber|als nächstes|et|maintenant|ensuite|mais|y ahora|y|ahora|pero|e agora|e|agora|mas|现在|接下来|然后)\b[ ,:]*(?!(?:that(?:'s| is) (?:all|it)|good ?(?:night|bye)|bye|see you|until|bis|tsch|bonne|hasta|até)\b)\S/;

let nods: ReadonlySet<string> | undefined;

/** Whether a prompt says no more than that the agent may go on, or thanks it. */
export function isNod(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[\u{1f000}-\u{1faff}\u2600-\u27bf]|\ufe0f|\u200d/gu, ' ')
    .trim();
  if (plain === '' || plain.length > 80) return plain === '';
  if (HOUSEKEEPING.test(plain)) return true;
  const bare = plain.replace(/[.!?,;:…。！？，、~^)(*"-]+/g, ' ').trim();
  if (KNOCK.test(bare) || GREETING.test(bare)) return true;
  if (bare === '' || POINTING.test(plain.replace(/[.!…]+$/, ''))) return true;
  if (CJK_NOD.test(bare.replace(/\s+/g, ''))) return true;
  nods ??= new Set(NODS.trim().split(/\s+/));
  const words = plain.split(/[\s.!?,;:…)(*"]+/).filter((word) => word !== '' && word !== '-');
  return words.length <= 8 && words.every((word) => nods!.has(word) || /^\d?$/.test(word));
}
