import type { Stretch } from './attributed.ts';

/** A text of somebody else that its own form gives away. */
export interface Framed extends Stretch {
  readonly kind: 'mail' | 'chat' | 'block' | 'ticket' | 'ruled' | 'quotation';
}

/** A line by the offsets of its text. */
interface Row extends Stretch {
  readonly line: string;
  /** In small letters: forms that ignore case cost milliseconds at their first use. */
  readonly low: string;
}

const MOST_ROWS = 1_000;
const MOST_QUOTED_ROWS = 80;
/** Heads of mails, chats and tickets are short lines. */
const LONGEST_HEAD = 160;

/**
 * The stretches of a message that were pasted and say so by their form: a mail, a chat, a ticket, comments, a block between marks, a
 * quotation over several lines. Words before them are the person's, and so are words behind a mark that closes them. A text
 * that nothing closes goes on to the end, or to a last paragraph that speaks of it.
 */
export function framedIn(text: string): readonly Framed[] {
  if (!/\n\s*\S/.test(text)) return [];
  const rows = rowsOf(text);
  const found: Framed[] = [];
  let isFenced = false;
  for (let at = 0; at < rows.length; ) {
    const isFence = /^\s*(?:```|~~~)/.test(rows[at]!.line);
    if (isFence) isFenced = !isFenced;
    const one = isFence || isFenced || rows[at]!.line.trim() === '' ? null : frameAt(rows, at);
    const quoted = one || isFence || isFenced ? null : quotationAt(rows, at);
    if (one) found.push({ kind: one.kind, from: rows[one.from]!.from, to: rows[one.to - 1]!.to });
    if (quoted) found.push({ kind: 'quotation', from: quoted.from, to: quoted.to });
    at = one?.to ?? quoted?.next ?? at + 1;
  }
  return found;
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  for (let from = 0; from < text.length && rows.length < MOST_ROWS; ) {
    const mark = text.indexOf('\n', from);
    const to = mark < 0 || rows.length === MOST_ROWS - 1 ? text.length : mark;
    const line = text.slice(from, to);
    rows.push({ line, low: line.toLowerCase(), from, to });
    from = to + 1;
  }
  return rows;
}

/** Rows from the first to before the last. */
interface Frame extends Stretch {
  readonly kind: Framed['kind'];
}

/** Most lines are ruled out by a sign: forms cost more at their first use than all the rest. */
function frameAt(rows: readonly Row[], at: number): Frame | null {
  const { line } = rows[at]!;
  if (line.length > LONGEST_HEAD) return null;
  const isMark = /^\s*(?:[^\sA-Za-z0-9]|BEGIN|START)/.test(line);
  const isHead = /[:：,，!！-]\s*$|^[^:：]{1,24}[:：]/.test(line);
  return (
    (isMark ? (blockAt(rows, at) ?? ruledAt(rows, at)) : null) ??
    (isHead ? mailAt(rows, at) : null) ??
    chatAt(rows, at) ??
    ticketAt(rows, at)
  );
}

/** `--- BEGIN PAGE ---`, `=== Start of log ===`, `[BEGIN MAIL]`, `BEGIN TEXT` */
const BEGIN = () => bordered('begin|start|beginn|anfang|début|debut|inicio|início|开始', 'BEGIN|START');
const END = () => bordered('end|ende|stop|schluss|fin|fim|结束', 'END|STOP');

/** A line in small letters with one of the words between marks; or, as written, in capitals alone or behind marks. */
function bordered(words: string, capitals: string): readonly RegExp[] {
  const marks = '(?:[-=<>_~+]{2,}|[*#]{3,})';
  return [
    new RegExp(
      `^\\s*(?:${marks}\\s*/?(?:${words})(?![\\wà-ÿ])[^.!?]*${marks}|\\[/?(?:${words})(?![\\wà-ÿ])[^\\]]*\\])\\s*$`,
    ),
    new RegExp(`^\\s*(?:${marks}\\s*/?)?(?:${capitals})(?: [A-Z]+){0,3}:?\\s*$`),
  ];
}

const made = new Map<() => readonly RegExp[], readonly RegExp[]>();

/** Forms are made at their first use. */
function formsOf(make: () => readonly RegExp[]): readonly RegExp[] {
  const known = made.get(make) ?? make();
  made.set(make, known);
  return known;
}

function isOneOf(make: () => readonly RegExp[], { line, low }: Row): boolean {
  const [small, written] = formsOf(make);
  return small!.test(low) || written!.test(line);
}

function blockAt(rows: readonly Row[], at: number): Frame | null {
  const { line, low } = rows[at]!;
  if (!isOneOf(BEGIN, rows[at]!) || FORWARDED.test(low)) return null;
  const end = rows.findIndex((row, other) => other > at && isOneOf(END, row));
  const isMarked = !/^\s*[A-Z]/.test(line);
  if (end < 0 && (!isMarked || at === rows.length - 1)) return null;
  return { kind: 'block', from: at, to: end < 0 ? openEnd(rows, at + 1) : end + 1 };
}

/** `------`, `* * *`, `"""`, `--- 8< ---` */
const RULE = /^\s*(?:([-=*_~–—])(?: ?\1){2,}(?: ?(?:8<|✂).*)?|"""|''')\s*$/;

/** Two rules stand around a block. A single one has to be announced: "Check this:". Below a title of its length it is a part of it. */
function ruledAt(rows: readonly Row[], at: number): Frame | null {
  const mark = rows[at]!.line.trim();
  if (!RULE.test(mark) || isUnderline(rows, at)) return null;
  const end = rows.findIndex(
    ({ line }, other) =>
      other > at && line.trim()[0] === mark[0] && RULE.test(line) && !isUnderline(rows, other),
  );
  if (end > 0) return { kind: 'ruled', from: at, to: end + 1 };
  return at < rows.length - 1 && isAnnounced(rows, at)
    ? { kind: 'ruled', from: at, to: openEnd(rows, at + 1) }
    : null;
}

function isUnderline(rows: readonly Row[], at: number): boolean {
  const above = rows[at - 1]?.line.trim() ?? '';
  return (
    above !== '' && Math.abs(above.length - rows[at]!.line.trim().length) <= 1 && !/[.:!?,;"]$/.test(above)
  );
}

/** Whether the line above, blank lines aside, ends with a colon. */
function isAnnounced(rows: readonly Row[], at: number): boolean {
  const above = rows.slice(0, at).findLast(({ line }) => line.trim() !== '');
  return /[:：]\s*$/.test(above?.line ?? '');
}

/** `---------- Forwarded message ---------`, `-----Original Message-----`, "Begin forwarded message:" */
const FORWARDED =
  /^[\s*_>-]*(?:begin )?(?:forwarded message|original message|(?:ursprüngliche|weitergeleitete) nachricht|anfang der weitergeleiteten nachricht|message (?:d'origine|original|transféré)|mensaje (?:original|reenviado)|mensagem (?:original|encaminhada)|转发的?邮件|原始邮件)[\s*_:：-]*$/;
const HEADER =
  /^[\s*]*(from|to|cc|bcc|reply-to|subject|sent|date|von|an|betreff|gesendet|datum|de|à|objet|envoyé|para|asunto|enviado(?: el| em)?|fecha|assunto|发件人|收件人|主题|发送时间|日期)\s?[:：]\**\s*\S/;
/** "From: old, To: new" names no mail: a subject, a date or an address does. */
const MAILS_OWN =
  /^[\s*]*(?:subject|sent|date|betreff|gesendet|datum|objet|envoyé|asunto|enviado|fecha|assunto|主题|发送时间|日期)|\S@\S/;
const GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|moin|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|salut|chère?s?|hola|buen[oa]s (?:días|tardes)|estimad[oa]s?|querid[oa]s?|olá|oi|bom dia|boa tarde|prezad[oa]s?)(?: [^\s,.:!?]+){0,4}\s?[,!]\s*$|^(?:您好|你好|尊敬的\S{1,12})[，,：:！!]\s*$/;
const SIGN_OFF =
  /^\s*(?:(?:(?:kind|best|warm|many) )*(?:regards|wishes|thanks)|regards|best|cheers|sincerely(?: yours)?|yours(?: \S+)?|thanks(?: (?:a lot|in advance|again))?|thank you|(?:(?:mit )?(?:freundlichen?|besten?|vielen?|liebe[nr]?|schönen?|herzliche[nr]?) )+(?:grüßen?|gruß|gruss|grüssen?|dank)|grüße|gruß|lg|vg|mfg|danke|(?:bien )?cordialement|bien à (?:toi|vous)|merci|(?:un )?saludos?(?: cordiales)?|atentamente|gracias|atenciosamente|abraços?|obrigad[oa]|此致|谢谢)\s?[,.!，。！]?\s*$/;
/** Lines below the name at a mail's end that still belong to it: a postscript, an address, a disclaimer. */
const FOOTER =
  /^\s*(?:p\.? ?s\b|n\.?b\.?\b|--|__|sent from|gesendet von|envoyé de|enviado |this (?:e-?mail|message)|diese (?:e-?mail|nachricht)|ce (?:message|courriel)|este (?:mensaje|correo|e-mail)|confidential|disclaimer|\S+@\S+$|https?:|(?:tel|phone|mobile?|fax)\b|\+\d)/;
/** "Hi Claude," speaks to the agent. */
const TO_AGENT =
  /\b(?:claude|codex|gpt|chatgpt|copilot|gemini|cursor|agent|assistant|there|again)\s?[,!]\s*$/;

function mailAt(rows: readonly Row[], at: number): Frame | null {
  const { low } = rows[at]!;
  if (FORWARDED.test(low)) return { kind: 'mail', from: at, to: mailEnd(rows, bodyOf(rows, at + 1)) };
  if (HEADER.test(low)) {
    const body = bodyOf(rows, at);
    const heads = rows.slice(at, body).filter((row) => HEADER.test(row.low));
    const names = new Set(heads.map((row) => HEADER.exec(row.low)![1]!));
    if (names.size < 2 || !heads.some((row) => MAILS_OWN.test(row.low))) return null;
    return { kind: 'mail', from: at, to: mailEnd(rows, body) };
  }
  if (!GREETING.test(low)) return null;
  const isFirst = rows.slice(0, at).every((row) => row.line.trim() === '');
  const off = signOff(rows, at + 1);
  if (off < 0 || (isFirst && TO_AGENT.test(low))) return null;
  const to = signedEnd(rows, off);
  // A message that is a letter as a whole is the person's own.
  return isFirst && to === rows.length ? null : { kind: 'mail', from: at, to };
}

/** The first line below headers, which may be wrapped or apart. */
function bodyOf(rows: readonly Row[], from: number): number {
  let at = from;
  while (
    at < rows.length &&
    (HEADER.test(rows[at]!.low) || (/^\s+\S/.test(rows[at]!.line) && at > from) || isGap(rows, at))
  )
    at++;
  return at;
}

const isGap = (rows: readonly Row[], at: number) =>
  rows[at]!.line.trim() === '' && HEADER.test(rows[at + 1]?.low ?? '');

/** The row of a good-bye: a name stands behind it, or nothing. */
function signOff(rows: readonly Row[], from: number): number {
  return rows.findIndex(({ low }, at) => {
    if (at <= from || !SIGN_OFF.test(low)) return false;
    const name = nextFull(rows, at + 1);
    return name === rows.length || isName(rows[name]!.line);
  });
}

/** Behind a good-bye stand a name, a few lines about its bearer, a postscript. */
function signedEnd(rows: readonly Row[], off: number): number {
  let end = paragraphEnd(rows, off);
  // "Regards," and the name apart from it.
  if (end === off + 1) {
    const name = nextFull(rows, end);
    if (name < rows.length && isName(rows[name]!.line)) end = paragraphEnd(rows, name);
  }
  for (let next = nextFull(rows, end); next < rows.length; next = nextFull(rows, end)) {
    if (!FOOTER.test(rows[next]!.low)) return end;
    end = paragraphEnd(rows, next);
  }
  return rows.length;
}

const isName = (line: string) =>
  /^\s*(?:[-–—~]\s?)?(?:[^\s.!?:,]+|(?:[A-ZÀ-Þ][^\s!?:,]*\s?){1,3})\s*$/.test(line);

function nextFull(rows: readonly Row[], from: number): number {
  const next = rows.findIndex((row, at) => at >= from && row.line.trim() !== '');
  return next < 0 ? rows.length : next;
}

function paragraphEnd(rows: readonly Row[], from: number): number {
  const end = rows.findIndex((row, at) => at > from && row.line.trim() === '');
  return end < 0 ? rows.length : end;
}

const CLOCK = '\\d{1,2}[:.]\\d\\d(?::\\d\\d)?(?: ?[ap]\\.?m\\.?| uhr)?';
const DAY = '(?:today|yesterday|heute|gestern|hier|hoy|ayer|hoje|ontem|今天|昨天)';
const DATE = `(?:${DAY}|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?|\\d{1,2}[./ -][a-z]{3,9}[./ -]?\\d{0,4}|[a-z]{3,9} \\d{1,2}(?:st|nd|rd|th)?(?:, \\d{4})?)`;
const AGO =
  '(?:(?:an?|one|\\d+|last) ?(?:s|m|h|d|w|min|sec|hr|second|minute|hour|day|week|month|year)s? ago|last (?:week|month|year)|just now|vor \\S+ (?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?)|il y a \\S+ \\S+|(?:hace|há) \\S+ \\S+|\\d+ ?(?:分钟|小时|天)前)';
const WHEN = `(?:(?:on |at |am |um |le |el |em )?${DATE}(?:,?(?: at| um| à| a las| às)? ?${CLOCK})?|${AGO}|${CLOCK})`;
const NAME = '@?[^\\s:.,;!?()[\\]<>—–·•|]+(?: [^\\s:,;!?[\\]<>—–·•|]+){0,3}?';
const WROTE =
  '(?:commented|replied|reviewed|wrote|posted|(?:left|added) a (?:comment|review|note)|opened (?:this|an?)(?: \\S+){1,3}|(?:requested|suggested) changes|approved these changes|kommentierte|schrieb|antwortete|hat (?:\\S+ ){1,4}kommentiert|a (?:commenté|répondu)|comentó|respondió|comentou|respondeu)';

const AT = `(?:${DATE},?(?: at| um| à)? ?)?${CLOCK}`;
const PAST = `(?:${AGO})(?: \\(edited\\)| · edited)?`;

/** Lines that a chat or a page of comments puts above what somebody wrote, or before it. The name is what they catch. */
const CHAT = (): readonly RegExp[] => [
  // "Eve  09:41", "Eve — Today at 9:41 AM", "Eve [09:41]"
  like(`(${NAME})(?:\\s+app)?[\\s,·•—–|-]+[[(]?${AT}[\\])]?(?: \\(edited\\))?`),
  // "[09:41] Eve: …", "[2/11/26, 09:41:12] Eve", "[09:41] <eve> …"
  like(`\\[${AT}\\][\\s-]*(?:<([^<>\\n]{1,40})>.*|(${NAME})(?::.*)?)`),
  // "2/11/26, 09:41 - Eve: …", "09:41 <eve> …", "Eve (09:41): …"
  like(`(?:${AT} - (${NAME}): .*|${AT} <([^<>\\n]{1,40})> .*|(${NAME}) ?[[(]${AT}[\\])] ?:.*)`),
  // "eve commented 2 hours ago", "Eve added a comment - 02/Nov/26 9:41 AM", "Eve hat vor 2 Stunden kommentiert"
  like(`(${NAME}) ${WROTE}(?: \\S+){0,4}?[\\s·•—–-]+${WHEN}(?:\\s*[·•:(].{0,40})?`),
  like(`(${NAME}) hat ${WHEN} (?:kommentiert|geschrieben|geantwortet)\\s*:?`),
  // "eve 2 days ago", "Eve · 2h"
  like(`(${NAME})(?:[\\s·•—–-]+${PAST}|\\s*[·•—–]\\s*\\d+ ?(?:min|m|h|d|w|mo))`),
];
const like = (form: string) => new RegExp(`^\\s*${form}\\s*$`);

function isChat({ line, low }: Row): boolean {
  if (!TIMED.test(low)) return false;
  return formsOf(CHAT).some((form, at) => {
    const name = form
      .exec(low)
      ?.slice(1)
      .find((one) => one !== undefined);
    if (name === undefined || NOBODY.test(name)) return false;
    const start = low.indexOf(name);
    return isCapital(line.slice(start, start + name.length)) || (at > 0 && !name.includes(' '));
  });
}

const isCapital = (name: string) => name.split(' ').every((word) => /^[^a-zß-ÿ]/.test(word));

/** A time of day, or words that say when. */
const TIMED =
  /\d[:.]\d\d|\d ?(?:min|m|h|d|w|mo)\s*$|\bago\b|just now|yesterday|today|last |(?:commented|replied|reviewed|posted|wrote|opened|review|changes|comment)\b.*\d|\b(?:vor|il y a|hace|há) |前/;

const NOBODY =
  /^(?:i|we|you|he|she|they|it|that|this|ich|wir|du|er|sie|es|je|tu|il|elle|on|nous|yo|eu|ele|ela|at|since|until|from|today|yesterday|heute|gestern|last|about|released|updated|created|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|it's|broken|failing)$/;

function chatAt(rows: readonly Row[], at: number): Frame | null {
  const { line } = rows[at]!;
  if (!isChat(rows[at]!) || (at === rows.length - 1 && !/: /.test(line))) return null;
  return { kind: 'chat', from: at, to: openEnd(rows, at + 1) };
}

const KEY = /^\s*(?:\[?[A-Z][A-Z0-9]{1,9}-\d+\]?|#\d+)(?:[:\s]|$)/;
const FIELD =
  /^[\s*]*(?:(reporter|reported by|assignee|assigned to|opened by|created by|priority|severity|labels?|sprint|milestone|story points|components?|fix versions?|affects versions?|melder|bearbeiter|zugewiesen an|priorität|rapporteur|assigné à|priorité|informador|asignado a|prioridad|relator|responsável|prioridade|报告人|经办人|优先级)|status|type|description|summary|steps to reproduce|acceptance criteria|environment|created|updated|beschreibung|descripción|descrição|描述)\s?[:：]/;

/** A ticket has fields below its key, or several of those that tickets alone have. Its key and title stay the person's words. */
function ticketAt(rows: readonly Row[], at: number): Frame | null {
  const { line, low } = rows[at]!;
  const isKey = KEY.test(line) && !/[.!?:,]\s*$/.test(line);
  if (!isKey && !(/[:：]/.test(line) && FIELD.test(low))) return null;
  const near = rows.slice(at, at + 8).filter((row) => FIELD.test(row.low));
  const isTicket = isKey
    ? FIELD.test(rows[nextFull(rows, at + 1)]?.low ?? '')
    : near.length > 1 && near.some((row) => FIELD.exec(row.low)![1] !== undefined);
  return isTicket ? { kind: 'ticket', from: isKey ? at + 1 : at, to: openEnd(rows, at + 1) } : null;
}

/** Marks of quotation that open at a word and close behind one. */
const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“”', '«': '»', '「': '」' };

/** A quotation that opens in one line and closes in another, and the row behind it. */
function quotationAt(rows: readonly Row[], at: number): (Stretch & { readonly next: number }) | null {
  const { line, from } = rows[at]!;
  const opened = /(?<=^|[\s(:：])["“„«「](?=\S)(?!.*["”“»」])/.exec(line);
  if (!opened) return null;
  const [mark] = opened;
  const isStraight = mark === '"';
  if (isStraight && line.split(mark).length % 2 === 1) return null;
  const closing = new RegExp(`\\S[${CLOSED_BY[mark]}](?=[\\s.,;:!?)]|$)`);
  for (let other = at + 1; other < Math.min(rows.length, at + MOST_QUOTED_ROWS); other++) {
    const next = rows[other]!;
    if (/^\s*(?:```|~~~)/.test(next.line)) return null;
    // Each paragraph of a long quotation may open it again; quotations inside of it open and close.
    const isInner = isStraight && next.line.split(mark).length % 2 === 1 && !/^\s*"/.test(next.line);
    const closed = isInner ? null : closing.exec(next.line);
    if (closed) return { from: from + opened.index, to: next.from + closed.index + 2, next: other + 1 };
  }
  const isOpen = line.trimStart().startsWith(mark) && isAnnounced(rows, at);
  return isOpen ? { from, to: rows.at(-1)!.to, next: rows.length } : null;
}

/** "What should I answer?", "Is he right?", "Draft a reply.", "So much for the mail.": words about a text that was pasted. */
const ABOUT =
  /^\s*(?:(?:so |ok(?:ay)?,? |please |now |and |bitte )*(?:what (?:should|do|would|can|shall) (?:i|we|you) (?:answer|reply|think|say|do|make)|how (?:should|do|would|shall) (?:i|we) (?:answer|reply|react|respond)|(?:is|are|was) (?:that|this|it|he|she|they) (?:right|correct|true|good|any good|ok|legit|feasible|possible)|do you agree|does (?:that|this|it|he|she) (?:make sense|sound)|can you (?:answer|reply|draft|summari[sz]e|translate|check (?:this|that|it|whether))|(?:draft|write) (?:an?|the|him|her|them) (?:\S+ )?(?:answer|reply|response|mail)|(?:answer|reply to) (?:him|her|them|it|this|that)|summari[sz]e (?:it|this|that)|translate (?:it|this|that))|(?:end of|that was|that's|so much for|das war|ende der|soweit) (?:all of )?(?:the|his|her|their|die|der|das) (?:e-?mail|mail|message|thread|chat|page|ticket|issue|quote|text|paste|nachricht|seite|zitat)|was (?:soll ich|hältst du|meinst du|antworte)|stimmt das|hat (?:er|sie) recht|qu'en penses-tu|que (?:dois-je|réponds-tu)|qué (?:opinas|le respondo|contesto)|o que (?:você acha|respondo)|你怎么看|怎么回复)/;

/** Where a text ends that nothing closes: before a last paragraph about it. */
function openEnd(rows: readonly Row[], from: number): number {
  const last = lastParagraph(rows, from);
  return last !== null && ABOUT.test(rows[last]!.low) ? last : rows.length;
}

/** A mail ends behind its good-bye or, without one, before a last paragraph in small letters where it has none itself. */
function mailEnd(rows: readonly Row[], from: number): number {
  const off = signOff(rows, from);
  if (off >= 0) return signedEnd(rows, off);
  const last = lastParagraph(rows, from);
  const isOwn = last !== null && isSmall(rows[last]!.line) && !hasSmall(rows.slice(from, last));
  return isOwn ? last : openEnd(rows, from);
}

/** The first row of the last paragraph, where another stands before it. */
function lastParagraph(rows: readonly Row[], from: number): number | null {
  let last = rows.findLastIndex((row) => row.line.trim() !== '');
  while (last > from && rows[last - 1]!.line.trim() !== '') last--;
  return nextFull(rows, from) < last ? last : null;
}

const isSmall = (line: string) => /^\s*[a-zà-öø-ÿ][a-zà-öø-ÿ']*[\s,.!?]/.test(line);

/** Whether lines begin in small letters, as those below a greeting may. */
function hasSmall(rows: readonly Row[]): boolean {
  const full = rows.filter(({ low }) => low.trim() !== '' && !HEADER.test(low));
  return full.every(({ low }) => GREETING.test(low)) || full.some(({ line }) => isSmall(line));
}
