/** No known token is shorter than this. */
const SHORTEST_SECRET = 16;
/** Longer than the names that people give to files. */
const LONGEST_NAME = 40;

/**
 * Whether a name, a path or an id is so plain that no rule, the strict ones aside, finds a secret in it. It spares a hook
 * the trying of all the rules, which V8 compiles anew in every process. Between two slashes it is short, or has neither digits nor capitals (a token drawn at random
 * has neither once in a hundred million), or is made of words, or is an id that a host drew.
 */
export function isPlain(text: string): boolean {
  return isMadeOfPlain(text, false);
}

/** The same for commands and sentences: no word in them without which the rules find nothing. */
export function isPlainText(text: string): boolean {
  return isMadeOfPlain(text, false) || (isMadeOfPlain(text, true) && !isTelling(text));
}

function isMadeOfPlain(text: string, signs: boolean): boolean {
  let start = 0;
  let drawn = false;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : SLASH;
    const digitOrCapital = (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
    drawn ||= digitOrCapital;
    if (digitOrCapital || (code >= 97 && code <= 122) || code === DASH || code === UNDERSCORE || code === DOT)
      continue;
    if (code !== SLASH && code !== BACKSLASH && !(signs && isSign(code))) return false;
    if (i - start > (drawn ? SHORTEST_SECRET - 1 : LONGEST_NAME) && !isKnown(text.slice(start, i)))
      return false;
    start = i + 1;
    drawn = false;
  }
  return true;
}

/** Printed ASCII, without what opens a tag and what stands between a name and a password of Samba. */
const isSign = (code: number) =>
  (code >= 32 && code < 127 && code !== 60 && code !== 37) || code === 10 || code === 9;

const [SLASH, BACKSLASH, DOT, DASH, UNDERSCORE] = [47, 92, 46, 45, 95];

/** `UserProfileCard.test.tsx`, `2026-11-15-notes`, `cortex-bench-AbC3fG`: words, numbers and at most one short end that is neither. */
const WORDS =
  /^(?!sk[-_])(?:[-_.]*(?:[A-Z]?[a-z]{2,}\d{0,4}(?![a-z\d])|(?:^|(?<=[-_.]))(?:[a-z]\d{0,4}|[A-Z]{1,12}|\d{1,8})(?![A-Za-z\d])))+(?:[-.][A-Za-z\d]{6})?(?:\.[a-z\d]{1,5})?$/;
/** Drawn by a host for every session and every call. Keys whose forms would fit behind such a beginning are left out. */
const DRAWN =
  /^(?:(?:session_)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.[a-z]{1,5})?|(?:[a-z]{2,8}_)?\d{13}_[a-z\d]{4,9}|(?:agent-)?a[\da-f]{16}|(?:toolu(?:_vrtx|_bdrk)?|tooluse|call|msg|ses|prt)_(?!LTAI|ATBB|ATTA|AKLT|IGQV|EAA|GR1348941|K00|BSA|EXO)[A-Za-z\d]{21,32})$/;

function isKnown(part: string): boolean {
  return DRAWN.test(part) || WORDS.test(part);
}

/** Words that the rules look for, or parts of them, in small letters. Searched one by one: an expression of all costs more to compile. */
const TELLING =
  'backupc|codigo|otp|pinem|pinu|pinom| ww|-ww|_ww|wlan|log on|loguj|girip|bruger|logg|acceso|acesso|pass|pw|p/w|psk|secret|token|key|cred|auth|access|appid|bearer|login|log in|ged in|sign in|signin|melde|logge|tant que|ccedi|sign_in|nlock|://|curl|wget|http|ookie|sql|maria|redis|ssl|snmp|sudo|stdin|jwt|srf|tkn|wifi|hook|infura|alchemy| code|-code|_code|scode|lcode|code sec|q~|contribsys|--user| -u|net use|user/|useradd|usermod|_user|<<<|zip|7z|rar |mosq|ipmi|ldap|bcp|cqlsh|mongo|psexec|rdesk|winrm|twine|ftp| /p:| /p |mpdp|expdp|dentif|addlogin|crypt|onnect|tion(|.begin(|pdo(|account|daten|rotected w|:*:|:543|commun|smtpa|turn:|sip:|roxy|default on|-server|kty|base64|fernet|@tcp|@unix|]:|nemonic|phrase| words|answer|pin |pin:|pin=|pin"|pin-|pin_|pinc|e pin|y pin|r pin|puk|otp| tan |wort|woord|geheim|contras|clave|senha|segre|hasl|hesl|losen|kode|salas|tunnus|jelsz|sifre|lozink|zaporka|geslo|parool|hitz|sandi|laluan|rahasia|siri|khau|jeton|schlu|chave|chiave|sleutel|klucz|nyckel|avain|kulcs|chei|kunci|anahtar|parol|mdp|palavra|palabra|parole|mots de|entra|entre |masuk|crypt|hotspot|wi-fi|ssid|keepass|recup|herstel|secre|mnemon|pini|connecte|username|ccount|zugang|einlogg|anmeld|inlogg|benutz|gebruik|usuar|utente|utilis|identif|cuenta|zalog|logga|kirjau|root|admin| / |rcode|mcode|tcode|ecode|codic|codul|kod|koodi|pasw|htzin|frase|wallet|.json|keypair|uint8';

/** Words for what is locked and opened: they tell something only beside a number or a word that looks thought up. */
const LOCKING =
  'porttel|tan|get in|got in|bitlock|portal|chiffr|kilid|kasa|doors|unseal|criptog|crittog|confirm|validat|et me in|opens|opening|join|lock|keypad|door|deur|gate|garage|alarm|safe|vault|store|luks|rar|archiv|pdf|protect|proteg|protett|extract|sms|mfa|digic|porte|porta|puert|caja|cofr|coffr|citof|cancel|cassaf|domof|drzwi|sejf|szyfr|cifr|entsperr|tresor|schloss|gesich|handy|kluis|beveil|ontgr|versleu|ouvre|acces|desbl|abr|apre|sblocc|dostep|odblok|zabezp|otwier|krypt|skydda|kilid|kasa|pintu|signed|logs in|aanmeld|bruger|girip|loguj|resp|verif|autent|oven|ovi|ovea';
const MAY_HOLD = /[A-Za-z]-?\d|\d[A-Za-z]|\d{4}|[a-z][A-Z]|[A-Za-z][!#$%&*.^~+]\w|\w-\w+-/;

function isTelling(text: string): boolean {
  const small = ` ${text.toLowerCase()}`;
  const holds = (word: string) => small.includes(word);
  return TELLING.split('|').some(holds) || (MAY_HOLD.test(text) && LOCKING.split('|').some(holds));
}
