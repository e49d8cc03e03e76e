import type { Stretch } from './span.ts';
import type { Claim, Promised } from './value.ts';

/**
 * Words for password, secret and key in languages other than English, in small letters. One pass over the text
 * finds them all: an expression of so many words costs a fresh process more to compile than the pass takes.
 */

/**
 * People think these up. `passord` and its like are found as English ones. Where a language bends its words, the stem stands
 * here: what follows belongs to the name.
 */
const CHOSEN = [
  // German, Dutch and the north.
  ...[
    'passwort',
    'kennwort',
    'geheimnis',
    'zugangscode',
    'zugangsdaten',
    'losungswort',
    'wachtwoord',
    'wagwoord',
  ],
  ...[
    'toegangscode',
    'lösenord',
    'losenord',
    'adgangskode',
    'kodeord',
    'passord',
    'lykilorð',
    'salasan',
    'tunnussan',
  ],
  // Romance languages.
  ...[
    'mot de passe',
    'motdepasse',
    'mdp',
    'code secret',
    'phrase secrète',
    'contraseñ',
    'contrasen',
    'contrasinal',
  ],
  ...['clave de acceso', 'palabra clave', 'código secreto', 'código de acesso', 'código de acceso', 'senha'],
  ...[
    'palavra-passe',
    'palavra passe',
    'segredo',
    "parola d'ordine",
    'parola chiave',
    'codice segreto',
    'segreto',
  ],
  ...['parolă', 'parola'],
  // Slavic, Baltic and other languages of Europe.
  ...[
    'hasł',
    'haslo',
    'heslo',
    'heslem',
    'hesla',
    'prístupový kód',
    'přístupový kód',
    'lozink',
    'zaporka',
    'šifra',
  ],
  ...[
    'geslo',
    'slaptažod',
    'parool',
    'salasõna',
    'jelsz',
    'fjalëkalim',
    'şifre',
    'sifre',
    'şifrə',
    'pasahitz',
  ],
  ...[
    'парол',
    'секрет',
    'лозинк',
    'кодовое слово',
    'пин-код',
    'пинкод',
    'құпиясөз',
    'нууц үг',
    'κωδικός',
    'κωδικό',
  ],
  ...['συνθηματικό', 'პაროლი', 'գաղտնաբառ'],
  // Asia and Africa.
  ...[
    'kata sandi',
    'sandi',
    'kata laluan',
    'kunci rahasia',
    'nenosiri',
    'mật khẩu',
    'mat khau',
    'mã bí mật',
    'khóa bí mật',
  ],
  ...[
    'סיסמה',
    'סיסמא',
    'מפתח סודי',
    'كلمة المرور',
    'كلمة السر',
    'الرقم السري',
    'المفتاح السري',
    'رمز عبور',
    'گذرواژه',
  ],
  ...['پسورد', 'کلمه عبور', 'پاس ورڈ', 'पासवर्ड', 'कूटशब्द', 'गुप्त कुंजी', 'পাসওয়ার্ড', 'கடவுச்சொல்', 'รหัสผ่าน', 'รหัสลับ'],
  ...[
    '密码',
    '密碼',
    '口令',
    '密钥',
    '密鑰',
    '秘钥',
    '私钥',
    '通行码',
    '通行碼',
    '提取码',
    '验证码',
    '驗證碼',
    '暗号',
    '暗號',
  ],
  ...[
    'パスワード',
    'パスコード',
    '暗証番号',
    '秘密鍵',
    '合言葉',
    '暗号鍵',
    '비밀키',
    '비밀번호',
    '비번',
    '암호',
    '패스워드',
  ],
  // English in two words, as people say it.
  ...[
    'access code',
    'entry code',
    'unlock code',
    'door code',
    'security code',
    'security answer',
    'admin code',
  ],
  ...[
    'geheimwort',
    'geheime wort',
    'codewort',
    'wifi key',
    'wi-fi key',
    'wlan key',
    'wpa key',
    'network key',
  ],
  ...['pass phrase', 'pass-phrase', 'pass word', 'pass code', 'secret word', 'secret phrase', 'p/w'],
];
/** Machines make these. */
const ISSUED = [
  ...[
    'zugangsschlüssel',
    'jeton',
    'токен',
    '令牌',
    '金鑰',
    '凭证',
    '憑證',
    'トークン',
    'シークレット',
    'apiキー',
  ],
  ...['アクセスキー', '토큰', '시크릿', 'api 키', 'api키', '액세스 키', 'رمز الوصول', 'ключ доступ'],
];
/** A key, of whatever: more is asked of the value, unless it is one to an interface. */
const KEYS = [
  ...[
    'schlüssel',
    'schluessel',
    'clé',
    'clave',
    'chave',
    'chiave',
    'sleutel',
    'klucz',
    'klíč',
    'kľúč',
    'ključ',
  ],
  ...[
    'nyckel',
    'nøgle',
    'nøkkel',
    'avain',
    'kulcs',
    'cheie',
    'cheia',
    'ключ',
    'κλειδί',
    'anahtar',
    'khóa',
    'キー',
    ' 키',
    'kunci',
    'مفتاح',
    'कुंजी',
    'מפתח',
    'คีย์',
  ],
];

interface Word {
  readonly text: string;
  readonly kind: Claim['kind'];
}

/** The words by their first three characters (the second again where there are but two), made at first use. */
let byHead: readonly (readonly Word[] | undefined)[] | undefined;

const head = (first: number, second: number, third: number) => (first * 961 + second * 31 + third) & 8191;

function words(): readonly (readonly Word[] | undefined)[] {
  const table = new Array<Word[] | undefined>(8192).fill(undefined);
  const add = (kind: Claim['kind'], list: readonly string[]) => {
    for (const text of list) {
      const [first, second, third] = [0, 1, 2].map((i) => text.charCodeAt(i)) as [number, number, number];
      const at = text.length > 2 ? head(first, second, third) : head(first, second, second);
      table[at] = [...(table[at] ?? []), { text, kind }];
    }
  };
  add('chosen', CHOSEN);
  add('issued', ISSUED);
  add('likely', KEYS);
  return table;
}

/** Every word that is looked for. */
export function foreignWords(): readonly string[] {
  return [...CHOSEN, ...ISSUED, ...KEYS];
}

export interface Named extends Stretch {
  readonly claim: Promised;
}

/** The names of secrets in a text, as far as they are not English. */
export function foreignNames(text: string): Named[] {
  byHead ??= words();
  const small = text.toLowerCase();
  // A few capitals have small letters of another length: then positions would not hold.
  const searched = small.length === text.length ? small : text;
  const found: Named[] = [];
  let first = 0;
  let second = searched.charCodeAt(0);
  let third = searched.charCodeAt(1);
  for (let at = 0; at + 1 < searched.length; at++) {
    first = second;
    second = third;
    third = searched.charCodeAt(at + 2);
    const alike = byHead[head(first, second, third)];
    if (alike !== undefined) take(alike, searched, at, found);
    // Two characters are a word in these scripts alone.
    const short = first > 0x2000 ? byHead[head(first, second, second)] : undefined;
    if (short !== undefined && short !== alike) take(short, searched, at, found);
  }
  return found;
}

function take(alike: readonly Word[], text: string, at: number, found: Named[]): void {
  for (const word of alike) {
    const named = text.startsWith(word.text, at) ? nameAt(text, at, word) : null;
    if (named) found.push(named);
  }
}

/** Shorter ones stand within other words: `desenha` draws. */
const BOUNDED = 5;
/** The rest of a name in an alphabet with endings; others have none, and the value may follow at once. */
const ENDING = /[\w\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF-]{0,24}/y;
const OF_INTERFACE = /(?: (?:d[aeiou] |del |della )?|[-_ ]d['’])?api(?![a-z])/y;
/** `clave secreta`, `geheimer Schlüssel`, `секретный ключ`: as good as a word for a password. */
const SECRET_AFTER = / (?:se[cg]r[eéè]t|privad|privat|privé)[a-zéèă]{0,3}(?![a-z])/y;
const SECRET_BEFORE =
  /(?:geheim|privat|tajn|hemlig|hemmelig|gizli|salai|titko|секретн|закрыт|приватн|тайн|таен|μυστικ)[a-z\u00E0-\u024F\u03AC-\u03CE\u0430-\u044F]{0,3} $/;
const LETTER = /[a-z\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF]/;
/** Whoever asks for the key of a network wants its password. */
const NETWORK = /(?:wi-?fi|wlan|вай-?фа|와이파이|无线|無線|netzwerk)/;
/** A description of a secret, never the secret. */
const ATTRIBUTE = /(?:hash|url|pfad|datei|file|path|name|l[äa]nge|length|id)$/;

/** The promise of the word that stands here, and where its name ends; null where it is part of another word. */
function nameAt(text: string, start: number, { text: word, kind }: Word): Named | null {
  if (word.length <= BOUNDED && LETTER.test(word[0]!) && LETTER.test(text[start - 1] ?? ' ')) return null;
  const after = start + word.length;
  if (kind === 'likely') {
    OF_INTERFACE.lastIndex = after;
    const suffix = OF_INTERFACE.exec(text)?.[0];
    if (suffix !== undefined || /api[-_ ]?$/.test(text.slice(Math.max(0, start - 5), start))) {
      return { start, end: after + (suffix?.length ?? 0), claim: { kind: 'issued', last: true } };
    }
  }
  if (kind === 'likely') {
    SECRET_AFTER.lastIndex = after;
    const suffix = SECRET_AFTER.exec(text)?.[0];
    if (suffix !== undefined || SECRET_BEFORE.test(text.slice(Math.max(0, start - 14), start))) {
      return { start, end: after + (suffix?.length ?? 0), claim: { kind: 'chosen', last: true } };
    }
  }
  const isNetwork = kind === 'likely' && NETWORK.test(text.slice(Math.max(0, start - 12), after + 16));
  ENDING.lastIndex = after;
  const ending = LETTER.test(word.at(-1)!) ? (ENDING.exec(text)?.[0] ?? '') : '';
  if (ATTRIBUTE.test(ending)) return null;
  return {
    start,
    end: after + ending.length,
    claim: { kind: isNetwork ? 'chosen' : kind, last: ending.length < 3 },
  };
}
