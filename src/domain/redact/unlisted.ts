import { isFiller, isRandom, surprise } from './entropy.ts';
import names from './services.json' with { type: 'json' };
import type { SecretSpan } from './span.ts';
import { OF_KEYS, OTHER_NAMES, OTHER_THINGS } from './words.ts';

/** One or two words and a long body: tokens of services without a listed format. */
const PREFIXED =
  /(?<![\w.~$+%-])(?!sha\d|diff-|(?:chatcmpl|toolu|call|msg|req|resp|run|thread|asst|file|batch|evt|cus|user|org|proj|ses|prt)[-_])(?:[a-z]{1,12}\d{0,2}|[A-Z]{1,12}\d{0,2})(?:[-_.](?:[a-z]{1,8}\d{0,2}|[A-Z]{1,8}\d{0,2}|\d{1,2})){0,4}[-_.](?<body>[A-Za-z0-9_-]{27,512})(?![\w~$+%-]|\.\w)/g;
const SHORTEST_PREFIXED = 33;
/** `acme_live_…`, `dd-apikey-…`: words, one of which names a secret. */
const MARKED =
  /(?<![A-Za-z0-9])(?<words>(?:[A-Za-z][A-Za-z0-9]{0,15}[-_.]){0,3})(?:(?<sure>api[-_]?key|secret|token|tkn|pat|passw(?:or)?d)|live|test|prod|sandbox|api|sec|key|sk|auth|access|admin|oauth)[-_.](?<body>[A-Za-z0-9][A-Za-z0-9+/]{15,4096}={0,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-]|\.[a-z])/i;
const MARK =
  /(?:key|secret|token|tkn|pat|passw|pwd|live|test|prod|sandbox|api|sec|sk|auth|access|admin)[-_.]/i;
/** Checksums and cursors have such prefixes too. */
const OTHER_MARK =
  /(?:^|[-_.])(?:cache|page|next|cursor|sync|continuation|resume|primary|public|csrf|build|image|commit)[-_.]$/i;
/** A suffix or an inner part identifies the service: Mailchimp, Terraform, MaxMind, Azure, New Relic, Cursor, LINE, Ollama. */
const MADE_BY =
  /-us\d|atlasv1|_mmk|\dQ~|AZDO|Az(?:Fu|Se|Ca)|ACDb|AIoT|APIM|JQQJ99|NRAL|key_|w1cDnyilFU|^[0-9a-f]{32}\./;
const MADE =
  /(?<![A-Za-z0-9])(?:[0-9a-f]{32}-us\d{1,2}|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}|\w{6}_\w{29}_mmk|[\w.~-]{3}\dQ~[\w.~-]{31,34}|\w{76}AZDO\w{4}|\w{30,60}(?:AzFu|AzSe|AzCa|ACDb|AIoT|APIM|JQQJ99)[\w=+/]{4,42}|[0-9a-f]{30,36}NRAL|(?<![-_])key_(?:[0-9a-f]{28}|[0-9a-f]{64})|[0-9a-f]{32}\.(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{22,28}(?!\.)|[A-Za-z0-9+/]{80,256}w1cDnyilFU=)(?![A-Za-z0-9])/;
/** The full form identifies the service: Azure DevOps, a Bitcoin key, UptimeRobot, Mailgun. */
const WHOLE =
  /^(?:[\w-]{1,32}=)?((?:[a-z2-7]{52}|[KL5][1-9A-HJ-NP-Za-km-z]{50,51}|[mu]r?\d{6,9}-[0-9a-f]{24}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}))\.?$/;
/** An id and a sign before a value are the first half of a key: Telegram, Salesforce, Asana, Ghost, fal, Ably, Astra. */
const ID_BEFORE =
  /(?<![A-Za-z0-9])(?:\d{8,12}:|00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?!|[0-9a-f]{24}:|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:|[\w-]{6}\.[\w-]{6}:|AstraCS:\w{20,32}:|[12]\/\d{15,18}(?:\/\d{15,18})?:|token-[a-z0-9]{5}:)$/;
/** A name and the operator before its value. */
const NAMED =
  /(?<name>[A-Za-z][\w.-]{1,48}(?:[ ][\w.()-]{1,16}){0,2})["'\]]{0,2}[ \t]{0,3}(?<sign>[=:]|=>|:=|->|>|,|\|)["'`\s=]{0,4}$/;
const SIGN = /[=:>,|!][\s=]{0,4}["'`]?$/;
const IN_RUN =
  /^(?:.*[^\w.-]|-{1,2}D?)?(?<name>[A-Za-z][\w.-]{1,48})(?<sign>=)(?<value>[^=].{15,})$/;

/** A token needs a part of this length and a digit. */
const DRAWN = /[A-Za-z0-9]{16}|[\w-]{27}|[0-9a-f]{4}-[0-9a-f]{12}/;

/** Tokens without a listed prefix, found by their structure, by the text before them, or by the name of a service. */
export function findUnlisted(text: string, from: number, end: number, found: SecretSpan[]): void {
  if (end - from < 16) return;
  const run = text.slice(from, end);
  const add = (rule: string, start: number, length: number) =>
    found.push({ rule, start: from + start, end: from + start + length });
  if (!/\d/.test(run) || !DRAWN.test(run)) return;
  const whole = WHOLE.exec(run)?.[1];
  if (whole && isRandom(whole)) return void add('shaped-key', run.indexOf(whole), whole.length);
  const made = MADE_BY.test(run) ? MADE.exec(run) : null;
  if (made && isRandom(made[0])) return void add('shaped-key', made.index, made[0].length);
  const marked = MARK.test(run) ? MARKED.exec(run) : null;
  if (marked && isMarked(marked.groups as unknown as MarkedGroups))
    return void add('marked-token', marked.index, marked[0].length);
  let isFound = false;
  if (run.length >= SHORTEST_PREFIXED) {
    for (const match of run.matchAll(PREFIXED)) {
      if (!isPrefixed(match.groups!['body']!)) continue;
      add('unlisted-token', match.index, match[0].length);
      isFound = true;
    }
  }
  if (isFound) return;
  if (!run.includes('=') && !SIGN.test(text.slice(Math.max(0, from - 6), from))) return;
  const before = text.slice(Math.max(0, from - 80), from);
  const id = /[:!]$/.test(before) && run.length >= 30 ? ID_BEFORE.exec(before)?.[0] : undefined;
  if (id && isRandom(run)) return void add('shaped-key', -id.length, id.length + run.length);
  const inRun = IN_RUN.exec(run)?.groups;
  const named = inRun ?? NAMED.exec(before)?.groups;
  const value = inRun?.['value'] ?? run;
  if (named && isNamed(named['name']!, named['sign']!, value.replace(/\.+$/, '')))
    add('named-by-service', run.length - value.length, value.replace(/\.+$/, '').length);
}

interface MarkedGroups {
  readonly words: string;
  readonly sure?: string;
  readonly body: string;
}

/** Hexadecimal checksums follow such words too, unless the word is certain. */
function isMarked({ words, sure, body }: MarkedGroups): boolean {
  if (words === '' || body.length < 20 || OTHER_MARK.test(words)) return false;
  return isRandom(body) && (sure !== undefined || !/^[0-9a-f-]+$/.test(body));
}

function isPrefixed(body: string): boolean {
  if (isFiller(body) || /^[0-9a-f-]+$/i.test(body)) return false;
  const digits = (body.match(/\d/g) ?? []).length;
  const mixed = /[A-Z]/.test(body) && /[a-z]/.test(body) && digits >= (body.length < 40 ? 2 : 1);
  return (
    (mixed || (body.length >= 30 && digits >= 5 && !/[A-Z]/.test(body))) &&
    surprise(body).rate >= 0.42
  );
}

/** Whether the name identifies a random value as a key of a service. */
function isNamed(name: string, sign: string, value: string): boolean {
  if (value.length < 16 || value.length > 256 || !/^[\w+/=.~-]+$/.test(value)) return false;
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const end = parts.findLast(Boolean) ?? '';
  if (OTHER_NAMES.has(end) || parts.some(OTHER_THINGS.has)) return false;
  const isHex = /^[0-9a-f-]+$/i.test(value);
  // A document id (24 hexadecimal digits).
  if (isHex && value.length === 24) return false;
  // A checksum after the name of a library, as in lock files.
  if (isHex && value.length === 40 && sign === ':' && /^[A-Z]/.test(name)) return false;
  if (!isRandom(value, 16) || /\.[a-z]{2,4}$/.test(value) || value.split('/').length > 3)
    return false;
  const digits = (value.match(/\d/g) ?? []).length;
  if (!isHex && (digits < 2 || surprise(value).rate < 0.4)) return false;
  // `redis key user: …`: words between service and value must belong to the service.
  const [first = '', ...others] = name.split(' ');
  return others.length === 0
    ? namesService(first)
    : namesService(name) &&
        others.every((word) => OF_KEYS.has(word.toLowerCase()) || namesService(word));
}

let services: ReadonlySet<string> | undefined;

/**
 * Whether a name, in any case style, contains a service whose keys have no format of their own: `ALGOLIA_ADMIN`,
 * `newRelic.license`. Services that are common words are not in the table.
 */
function namesService(name: string): boolean {
  services ??= new Set(names.flatMap((line) => line.split(' ')));
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, i) => services!.has(word) || services!.has(word + (words[i + 1] ?? '')));
}
