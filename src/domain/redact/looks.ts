import { isFiller, isRandom } from './entropy.ts';
import {
  ALGORITHM,
  DATED,
  isJumbled,
  isNameWithSum,
  isPhrase,
  isReference,
  isTyped,
  isVariable,
  PREFIXED_ID,
  STOPPED,
} from './value.ts';

/** How much a word looks like a secret, whatever stands around it. */
export type Look = 0 | 1 | 2 | 3 | 4;
/** Long and in no order, or of letters, digits and signs: it looks like nothing else. */
const EVIDENT = 4;

const LETTERED = /[A-Za-z\u00C0-\u052F]/;
const CAPITAL = /[A-Z\u00C0-\u00DE\u0410-\u042F]/;
const SMALL = /[a-z\u00DF-\u00FF\u0430-\u044F]/;
/** A digit within letters: `Gr3nouille`. */
const INSIDE = /[A-Za-z\u00C0-\u052F]\d+[A-Za-z\u00C0-\u052F]/;
/** A sign of passwords within: `Rugby!Pioggia`, `KaffeeTasse!`. */
const SIGNED = /[a-z](?:[!$%^&*~+#][A-Z]|![a-z]|[A-Z].*!$)/;
const CLASSES = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?![\w-]+[#@][\w-]*\d+$)[\w.-]+(?:[!#$%^&*~][\w.=-]*)+$/;
/** `menu.settings.wifi2`, `host=db1`: a member, and the value of another name. */
const MEMBER = /^[a-z]+(?:\.[a-z]+){2,}\d?$|^[A-Za-z][\w.-]{1,24}=[^=]/;
/** Drawn by a machine: characters of base64 alone. */
const LONG = /^(?=.*\d)[\w+/=.~-]{16,512}$/;
/** Keys that are written as groups of digits. */
const DIGIT_GROUPS = /^\d{4,6}(?:-\d{4,6}){3,}$/;
/** `report910`, `widget-12`: users, hosts and jobs are named so too. */
const USER_NAME = /^[a-z]+[-_.]?\d+$/;
/** Words in a row, of any language. */
const DASHED = /^(?=.{12})[a-z\u00DF-\u052F]{1,16}(?:-[a-z\u00DF-\u052F]{1,16}){2,7}$/;
const OF_PROGRAMS = /pass|secret|token|key|auth|user|config/;

/** Words in a row, as people make passwords of them; programs name things so as well. */
export const isDashed = (value: string) => DASHED.test(value) && !OF_PROGRAMS.test(value);

/** 0 like anything, 1 like a word with a digit or words in a row, 2 like no name that people give, 3 like a password. */
export function lookOf(value: string): Look {
  if (isReference(value) || PREFIXED_ID.test(value) || isNameWithSum(value) || MEMBER.test(value)) return 0;
  const isLong = LONG.test(value) && value.split('/').length <= 3 + value.length / 32;
  if (isLong && isRandom(value, 16)) return /^[0-9a-f-]+$/i.test(value) ? 3 : EVIDENT;
  if (DIGIT_GROUPS.test(value)) return 3;
  if (/^[0-9a-f]{10,15}$/.test(value) && isRandom(value, 10)) return 2;
  const look = strength(value);
  if (look === 3 && CLASSES.test(value)) return EVIDENT;
  return look || (isPhrase(value, 'loose', 4) || isDashed(value) ? 1 : 0);
}

/** The same of what people think up alone. */
export function strength(value: string): 0 | 1 | 2 | 3 {
  if (!/^[^\s"'`<>(){}[\]|\\,;]{5,64}$/.test(value) || !LETTERED.test(value) || isOrdinary(value)) return 0;
  const hasSign = /[^!-/:-@^~][!@#$%^&*+~?]/.test(value);
  if (!/\d/.test(value)) {
    if (isJumbled(value)) return 3;
    return SIGNED.test(value) ? 2 : hasSign && /[A-Z]|[a-z].[a-z]/.test(value) ? 1 : 0;
  }
  if (hasSign || isRandom(value, 8)) return 3;
  const isMixedCase = CAPITAL.test(value) && SMALL.test(value);
  return isMixedCase || INSIDE.test(value) || (isTyped(value) && !USER_NAME.test(value)) ? 2 : 1;
}

/** Names with digits that everybody knows, and those of files, hosts, issues, constants and variables. */
function isOrdinary(value: string): boolean {
  const small = value.toLowerCase();
  const word = /^([a-z]+)[-.#]?\d[\w.-]*$/.exec(small)?.[1];
  if (word && KNOWN.has(word)) return true;
  if (small.includes('.') && ENDINGS.has(small.slice(small.lastIndexOf('.') + 1))) return true;
  if (COUNTED.some((form) => form.test(value)) || STOPPED.includes(` ${small} `)) return true;
  if (/[=/:]/.test(value) && !(/[!$%^*~]/.test(value) && isRandom(value, 12))) return true;
  return ALGORITHM.test(value) || isReference(value) || isFiller(value) || isVariable(value);
}

const KNOWN = new Set(
  'chrome firefox safari edge python node java jdk php ruby vue react angular postgres mysql redis ubuntu debian windows win android arm amd rfc iso pep log web usb tls ssl krb saml openid fido pkcs curve secp blake cp latin gpt claude posix step phase issue bug line version'.split(
    ' ',
  ),
);
const ENDINGS = new Set(
  'js mjs cjs ts mts cts jsx tsx json yaml yml md txt py rb go rs java kt c h cpp hpp cs php sh env toml ini cfg conf xml htm html css scss sql db log csv pem key crt p12 zip gz tgz lock com org net io dev local internal example test so dll exe jar'.split(
    ' ',
  ),
);
/** Measures, versions, sums, ids, issues, constants, `Base64-encoded`, and what is written with a sign before it. */
const COUNTED = [
  DATED,
  /^(?:\d+[A-Za-z]{1,5}|v?\d[\d._-]*[a-z]*\d*|[0-9a-f]{7,}|[0-9A-F]{7,}|[@#$&*?+!/.-].*)$/,
  /^(?:[A-Za-z]{2,16}[-_])?[0-9a-f]{8}-[0-9a-f-]{27}$|:\d+$|@[\w-]+\.\w+$/,
  /^[A-Z]{2,10}-\d+(?:-\d+)?$|^[A-Z][A-Z\d]*_[A-Z\d_]+$|^[A-Za-z]+\d+(?:\.\d+)?-[a-z]+$/,
];
