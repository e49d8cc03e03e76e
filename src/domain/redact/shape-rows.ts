import { isFiller, isRandom } from './entropy.ts';
import { isDenselyDrawn, isReference, isTyped, isWord, strength } from './value.ts';
import { listed } from './words.ts';

/** A secret known by what stands around it. Each repetition is bounded, or consumes what the next search passes over. */
export interface Shape {
  readonly name: string;
  /** Searched first: without any of these in the text the pattern cannot match. At least three characters each. */
  readonly hints: readonly string[];
  /** With indices; what its groups hold must go. Global, or sticky: then it is tried only where a hint stands, and begins with it. */
  readonly pattern: RegExp;
  readonly accept?: (secret: string, match: RegExpExecArray) => boolean;
}

const machineMade = (secret: string) => isRandom(secret);
const notFiller = (secret: string) => !isFiller(secret);

/** A password in its place within a URL: only what stands for another value is left. */
function isUrlPassword(secret: string): boolean {
  const isName = /^[A-Z][A-Z_]+$/.test(secret) || /^(?:x+|password|passwd|pass|pwd|secret)$/i.test(secret);
  return !isName && !isReference(secret) && !isFiller(secret);
}

function isCredential(secret: string, match: RegExpExecArray): boolean {
  const scheme = match.groups?.scheme?.toLowerCase();
  if (isReference(secret) || isFiller(secret)) return false;
  if (scheme === 'basic') return /^[A-Za-z0-9+/_-]{6,}={0,2}$/.test(secret) && !isWord(secret);
  return isRandom(secret, 8) || (/\d/.test(secret) && /[A-Za-z]/.test(secret) && secret.length >= 12);
}

function isUserPassword(secret: string, match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - 800), match.index);
  return /\b(?:curl|wget|https?)\b/.test(before) && isTypedPassword(secret);
}

/** Typed where only a password can stand: a word with a digit or a sign in it. */
function isTypedPassword(secret: string): boolean {
  return !isReference(secret) && !isFiller(secret) && (isRandom(secret, 8) || /[\d!@#%^&*~]/.test(secret));
}

/** To MySQL nothing else can be said with `-p` and no space. */
function isCommandPassword(secret: string, match: RegExpExecArray): boolean {
  return isTypedPassword(secret) || (/^m/.test(match[0]) && !isReference(secret) && !isFiller(secret));
}

const isDrawn = (secret: string) => isRandom(secret, 16) && !isReference(secret);

/** Only a password can stand there: ports, numbers of users, paths and hosts are none. */
function isGiven(secret: string): boolean {
  if (isReference(secret) || isFiller(secret)) return false;
  if (/^[\d:.,-]+$|^-|[/\\]|\.[a-z]{2,4}$/.test(secret)) return false;
  return isRandom(secret, 8) || /[A-Za-z].*[\d!@#%^&*~+]|[\d!@#%^&*~+].*[A-Za-z]/.test(secret);
}

/** The same where a program takes nothing but a password, so that even a word is one. */
const isGivenWord = (secret: string) =>
  /^[a-z]{6,}$/i.test(secret) && !/pass|secret|^\[?name/i.test(secret) && !isFiller(secret);

const before = ({ input, index }: RegExpExecArray) => input.slice(Math.max(0, index - 160), index);

/** A word that looks like a password so much, and is no name of a file. */
function isToldValue(secret: string, least: number): boolean {
  const value = secret.replace(/[.,;!?)]+$/, '');
  return !/\/|\.[a-z]{2,4}$/.test(value) && strength(value) >= least;
}

/** In small letters, in capitals, and with one capital. */
const anyCase = (list: string) =>
  listed(list).flatMap((word) => [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)]);

/** Addresses, headers and command lines. */
const WEB: readonly Shape[] = [
  {
    name: 'url-password',
    hints: ['://', ':\\/', '%3A%2F%2F'],
    pattern:
      /(?::\/\/|:\\\/\\\/)[^\s:/?#@"'`<>\uFFFF]{0,128}:(?<secret>[^\s/?#"'`<>\uFFFF]{3,256})@(?=[\w.[{$-])|%3A%2F%2F[\w.-]{0,64}%3A(?<encoded>[^\s%"'&\uFFFF]{3,256})%40/dg,
    accept: isUrlPassword,
  },
  {
    name: 'url-token',
    hints: ['://'],
    pattern: /:\/\/(?<secret>[\w.~%+-]{16,256})(?::(?:x-oauth-basic)?)?@(?=[\w.-])/dg,
    accept: machineMade,
  },
  {
    name: 'authorization-header',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization(?:["'`]?\s{0,3}[:=,]\s{0,3}["'`]?|[ \t]{1,3}["'])(?:(?<scheme>[A-Za-z][\w-]{1,20})[ \t]{1,3}|)(?<secret>[^\s"'`,;<>\uFFFF]{6,65536})/dgi,
    accept: isCredential,
  },
  {
    name: 'signed-authorization',
    hints: ['Signature=', 'response="', 'oauth_signature'],
    pattern: /(?:Signature=|\bresponse="|oauth_signature=")(?<secret>[\w+/%=]{24,512})/dg,
    accept: machineMade,
  },
  {
    name: 'cookie-header',
    hints: ['ookie', 'OOKIE', 'curl'],
    pattern:
      /(?:\b(?:set-)?cookie["'`]?[ \t]{0,3}[:=][ \t]{0,3}["'`]?|\s(?:-b|--cookie)[ \t=]{1,3}["'])[\w.!#$%&*+^|~-]{1,64}=(?<secret>[^\s"'`;\uFFFF]{6,4096}(?:; ?[\w.-]{1,64}=[^\s"'`;\uFFFF]{1,4096}){0,50})/dgi,
    accept: (secret, match) =>
      /^\w*cookie["'`]?[ \t]*=/i.test(match[0]) ? machineMade(secret) : notFiller(secret),
  },
  {
    name: 'session-cookie',
    hints: listed('_gitlab_session|PHPSESSID|JSESSIONID|connect.sid|ASP.NET_SessionId|csrftoken|sessionid'),
    pattern:
      /(?:_gitlab_session|PHPSESSID|JSESSIONID|connect\.sid|ASP\.NET_SessionId|csrftoken|\bsessionid)=(?<secret>[\w.%-]{16,512})/dg,
    accept: machineMade,
  },
  {
    name: 'curl-user',
    hints: ['curl', 'wget', 'http'],
    pattern:
      /\s(?:-u|--user|--proxy-user)[\s=]{0,3}["']?[^\s"':\uFFFF]{0,128}["']?:["']?(?<secret>(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}|[^\s"'\uFFFF]{4,256})/dg,
    accept: isUserPassword,
  },
  {
    name: 'curl-user-as-token',
    hints: ['curl', 'http'],
    pattern: /\s(?:-u|--user)[\s=]{0,3}["']?(?<secret>[^\s"':\uFFFF]{10,256}):["']?(?=\s|$)/dg,
    accept: isUserPassword,
  },
  {
    name: 'command-password',
    hints: ['mysql', 'mariadb', 'sshpass', 'login', 'redis-cli', 'openssl'],
    pattern:
      /\b(?:(?:mysql|mariadb)\w{0,12}\s(?:[^\n;|]{0,200}?\s)?-p|sshpass\s+-p\s?|(?:docker|podman|nerdctl)\s+login\s(?:[^\n;|]{0,200}?\s)?-p\s|redis-cli\s(?:[^\n;|]{0,120}?\s)?-a\s|openssl\s[^\n;|]{0,200}?\s-k\s)["']?(?<secret>[^\s"'\uFFFF]{4,256})/dg,
    accept: isCommandPassword,
  },
  {
    name: 'url-signature',
    hints: ['?sig', '&sig'],
    pattern: /[?&](?:sig|signature)=(?<secret>[\w%+/=.-]{20,512})/dg,
    accept: machineMade,
  },
  {
    name: 'webhook-url',
    hints: ['hook', 'infura.io', 'alchemy'],
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|\/\/[\w.-]{3,128}\/(?:api\/)?(?:in)?(?:coming)?-?(?:web)?hooks?\/(?:[\w.-]{1,24}\/){0,2}|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,24}\/|\.webhook\.office\.com\/webhookb2\/|infura\.io\/v3\/|alchemy(?:api)?\.(?:com|io)\/v2\/)(?<secret>[\w@/-]{20,512})/dg,
    accept: machineMade,
  },
  {
    name: 'piped-password',
    hints: ['echo ', 'printf '],
    pattern:
      /\b(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3}|["']?%s(?:\\n)?["']?[ \t]{1,3})?["']?(?:[\w.-]{1,32}:)?(?<secret>[^\s"'|:\uFFFF]{4,256})["']?[ \t]{0,3}\|[^\n|;]{0,120}?(?:\bsudo[ \t]{1,3}-S\b|--(?:[\w-]{1,20}-)?stdin|--with-token|--passphrase-fd|chpasswd)/dg,
    accept: isTypedPassword,
  },
  {
    name: 'argument-password',
    // OpenSSL, Samba, the shell of Windows, SNMP, Vault and its like.
    hints: ['pass:', ' -U', 'SecureString', 'snmp', 'login '],
    pattern:
      /(?:-pass(?:in|out)?[ =]["']?pass:|\s-U[ =]?["']?[\w.\\/-]{1,64}%|\bConvertTo-SecureString[ \t]{1,3}(?:-String[ \t]{1,3})?["']|\bsnmp(?:-server[ \t]community|\w{3,8}[ \t][^\n]{0,80}?-c)[ \t]{1,3})(?<secret>[^\s"'\uFFFF]{4,256})|\blogin[ \t]{1,3}(?<drawn>[\w.+/=-]{20,256})(?![^\s"'`])/dg,
    accept: (secret, match) => (match.groups?.['drawn'] ? isRandom(secret, 20) : isTypedPassword(secret)),
  },
  {
    name: 'signing-secret',
    hints: ['jwt.'],
    pattern:
      /\bjwt\.(?:sign|verify|encode|decode)\([^\n"'`]{0,80}["'`](?<secret>[^\s"'`\uFFFF]{8,512})["'`]/dg,
    accept: machineMade,
  },
  {
    name: 'wifi-password',
    hints: ['WIFI:'],
    pattern: /\bWIFI:[^\n\uFFFF]{0,128}?;P:(?<secret>[^;\s\uFFFF]{4,64})/dg,
    accept: notFiller,
  },
];

/** Keys and tokens that have a form, but no beginning of their own. */
const KEYS: readonly Shape[] = [
  {
    name: 'json-web-token',
    hints: ['eyJ', 'ZXlK'],
    pattern:
      /(?<secret>eyJ(?<=(?:^|[^\w.-])(?:[a-z]{1,16}[-_]){0,3}eyJ)[\w-]{8,65536}\.[\w-]{8,65536}(?:\.[\w-]{0,65536}){0,3}|(?<![\w.-])ZXlK[A-Za-z0-9+/_-]{60,65536}={0,2})/dg,
    accept: machineMade,
  },
  {
    name: 'private-key',
    hints: ['PRIVATE KEY', 'Static key V1'],
    pattern:
      /-----BEGIN (?:[ A-Z0-9]{0,32}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----(?:(?<secret>(?:(?!-----)[^\uFFFF]){1,16384})(?=-----END)|(?<open>(?:[A-Za-z0-9+/=\s"',]|\\[nr]){1,16384}))/dg,
    accept: (secret) => /[A-Za-z0-9+/=]{16}/.test(secret),
  },
  {
    name: 'aws-secret-beside-its-id',
    hints: ['AKIA', 'ASIA'],
    pattern:
      /(?:AKIA|ASIA)[A-Z0-9]{16}["']?[\s,;:|/]{1,8}["']?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/dg,
    accept: machineMade,
  },
  {
    name: 'putty-key',
    hints: ['Private-Lines'],
    pattern: /Private-Lines: \d{1,4}\r?\n(?<secret>(?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,200})/dg,
  },
  {
    name: 'key-as-numbers',
    // Solana writes the bytes of a pair of keys.
    hints: ['id.json', 'PRIVATE_KEY', 'rivateKey', 'ecretKey', 'SECRET_KEY', 'eypair', 'Uint8Array', 'olana'],
    pattern: /(?<secret>\[\s{0,8}(?:\d{1,3},\s{0,8}){63}\d{1,3}\s{0,8}\])/dg,
  },
  {
    name: 'password-hash',
    // Lines of htpasswd and shadow files.
    hints: listed('$apr1$|pbkdf2_|$2a$|$2b$|$2y$|$1$|$5$|$6$|$y$|$argon2|{SHA}|{SSHA'),
    pattern:
      /(?<![A-Za-z0-9$])(?<secret>\$(?:apr1|1|5|6)\$(?:rounds=\d{1,9}\$)?[\w./]{1,16}\$[\w./]{22,86}|\$2[aby]\$\d\d\$[\w./]{53}|\$y\$[\w./]{1,8}\$[\w./]{1,86}\$[\w./]{43}|pbkdf2_\w{1,12}\$\d{1,9}\$[\w+/=]{1,64}\$[\w+/=]{20,128}|\$argon2(?:id|i|d)\$[\w=,$+/]{20,256}|\{S{1,2}HA\d{0,3}\}[A-Za-z0-9+/]{24,128}={0,2})/dg,
    accept: notFiller,
  },
  {
    name: 'encoded-authorization',
    // `Authorization:` and its schemes in base64, at each of the three places where the letters can fall.
    hints: ['dGhvcml6YXRpb2', '0aG9yaXphdGlvb', 'F1dGhvcml6YXRpb', 'VdGhvcml6YXRpb', 'QmVhcmVyI', 'QmFzaWMg'],
    pattern:
      /(?<![A-Za-z0-9+/])(?<secret>(?=[A-Za-z0-9+/]{0,64}(?:dGhvcml6YXRpb2|0aG9yaXphdGlvb|F1dGhvcml6YXRpb|VdGhvcml6YXRpb|QmVhcmVyI|QmFzaWMg))[A-Za-z0-9+/]{32,65536}={0,2})/dg,
    accept: machineMade,
  },
  {
    name: 'credentials-xml',
    hints: ['t>{', 'd>{', 'n>{', 'y>{', 'e>{', 's>{'],
    pattern:
      /<(?:[\w.-]{0,40}(?:secret|password|passphrase|token|key)[\w.-]{0,20})>\{(?<secret>[^<>{}\uFFFF]{16,4096})\}</dgi,
    accept: (secret) => secret.split(/\s+/).some((word) => isRandom(word)),
  },
  {
    name: 'bundler-credential',
    hints: ['BUNDLE_'],
    pattern:
      /BUNDLE_[A-Z0-9_]{1,80}__(?:COM|ORG|NET|IO|DEV)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?<secret>[\w:%.-]{8,256})/dg,
    accept: notFiller,
  },
];

/**
 * Commands, statements, calls and sentences in which the place of a value says what it is. Each is tried only where one of its
 * words begins: a search of the whole text for so many took four times as long as all other rules.
 */
const COMMANDS: readonly Shape[] = [
  {
    name: 'password-after-user',
    // A user that is given to a program is followed by the password.
    hints: [' -u', ' -U', ' --user', 'login -', 'login h'],
    pattern:
      /(?: -[uU]| --user(?:name)?|login)[ =]?(?:["']?[^\s"']{1,128}["']?)?[ \t](?:[^\n;|&]{0,160}?[ \t])?-(?:p|P|pw|password)[ =]?["']?(?<secret>[^\s"'\uFFFF]{6,256})/dy,
    accept: (secret) => (isGiven(secret) && isTyped(secret)) || /^[a-z]{4}(?:-[a-z]{4}){3}$/.test(secret),
  },
  {
    name: 'password-of-command',
    hints: listed(
      'sqlcmd|bcp |osql|isql|zip |unzip |7z |7za|rar |unrar |mosquitto_|ipmitool|ldap|cqlsh|mongo|psexec|rdesktop|winrm|security |ssh-keygen|twine|ncftp|useradd|usermod|crackmapexec',
    ),
    pattern:
      /(?<![\w/.])(?:evil-)?[\w-]{2,24}[ \t](?:[^\n;|]{0,200}?[ \t])?-(?:[pPwN]|pw)[ =]?["']?(?<secret>[^\s"'@\\\uFFFF]{5,256})/dy,
    accept: isGiven,
  },
  {
    name: 'password-as-argument',
    hints: listed(
      'net use|rabbitmqctl |htpasswd -|mosquitto_passwd -| /u |lftp | /p:|sqlplus |impdp |expdp |sqlldr |assword:"|jdbc:oracle|openssl enc|<<< ',
    ),
    pattern:
      /(?:net user? (?:\S{1,128} ){1,2}(?:\/\S{1,128} ){0,3}| \/u \S{1,64} (?:\/\w{1,12} \S{1,64} ){0,3}\/p |rabbitmqctl (?:add_user|change_password|authenticate_user) \S{1,64} |(?:htpasswd|mosquitto_passwd) (?:-\w{1,8} ){1,4}(?:\S{1,128} ){1,2}|lftp [^\n;|]{0,80}?-u \S{1,64},| \/p:|(?:sqlplus|impdp|expdp|sqlldr)[ \t](?:-\w{1,8}[ \t]){0,3}["']?[\w.$#]{1,64}\/|jdbc:oracle:\w{2,8}:[\w.$#]{1,64}\/|assword:" ?\{? ?(?:exp_)?send (?:-- )?|<<< |openssl enc[^\n;|]{1,80} -K )(?!\/)["']?(?<secret>[^\s"'@\\\uFFFF]{5,256})/dy,
    accept: (secret, match) => {
      if (match[0].startsWith('<')) return strength(secret) > 1;
      return (
        isGiven(secret) ||
        (/^(?:rabbitmqctl|htpasswd -\w*b|mosquitto_passwd -\w*b)/.test(match[0]) && isGivenWord(secret))
      );
    },
  },
  {
    name: 'command-token',
    hints: listed(
      'vault unseal|vault operator|cloudflared |codecov|oathtool |op signin|bw unlock|mc alias|mc config|echo |printf ',
    ),
    pattern:
      /(?:vault (?:operator )?unseal|cloudflared[ \t][\w -]{1,40}?(?:install|--token)|codecov[^\n;|]{0,120}?-t|oathtool[^\n;|]{0,60}?|op signin[^\n;|]{0,120}?|bw unlock[^\n;|]{0,40}?|mc (?:alias set|config host add)[^\n;|]{0,160}?) ["']?(?<secret>[\w.+/=-]{16,512})(?![^\s"'])|(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3}|["']?%s["']?[ \t]{1,3})?["']?(?<piped>[\w.+/=-]{16,512})["']?[ \t]{0,3}\|[^\n|;]{0,120}?\bsecrets?\b/dy,
    accept: isDrawn,
  },
  {
    name: 'sql-password',
    hints: anyCase(
      'identified |create user|alter user|create role|alter role|sp_addlogin|crypt(|pgp_sym_|aes_',
    ),
    pattern:
      /(?:identified(?:[ \t]{1,3}with[ \t]{1,3}[\w"'`]{1,40})?[ \t]{1,3}(?:by|as)[ \t]{1,3}(?:password[ \t]{1,3})?(?:(?=["'])|(?<=\b(?:(?:create|alter) user|database link|grant)\b[^\n]{1,160}))|(?:create|alter)[ \t](?:user|role)[ \t]\S{1,128}[ \t](?:[a-z]{4,16}[ \t]){0,6}?password[ \t]{1,3}(?:=[ \t]{0,3})?(?=["'])|sp_addlogin[ \t]{1,3}N?'[^'\n]{1,64}',[ \t]{0,3}N?|crypt\((?=['"][^'"\n]{4,128}['"],[ \t]{0,3}gen_salt)|(?:pgp_sym_|aes_)(?:en|de)crypt\([^\n'"]{1,80},[ \t]{0,3}(?=['"]))(?:["'](?<secret>[^"'\n\uFFFF]{4,256})(?=["'])|["']?(?<bare>[^\s"';)\uFFFF]{4,256}))/diy,
    accept: (secret, match) => {
      if (isReference(secret) || isFiller(secret) || /^(?:by|passwords?|values?|\?|:\w+)$/i.test(secret))
        return false;
      // Prose in small letters says how rows are told apart.
      return (
        !match[0].startsWith('identified') ||
        /\b(?:(?:create|alter) user|database link|grant)\b/i.test(before(match)) ||
        isGiven(secret)
      );
    },
  },
  {
    name: 'login-call',
    // `login("ann", "…")`: of the strings in such a call the last or the last but one is a password.
    hints: listed(
      'login(|Login(|auth(|Auth(|auth=(|uthenticate(|redential(|redentials(|onnect(|getConnection(|PDO(|.begin(|bot.run(|client.run(|ignIn(|sign_in(|Wallet(',
    ),
    pattern:
      /[\w.=]{3,16}\((?:[^\n()"'`]{0,60},[ \t]{0,3})?(?:(?:["'][^"'\n]{0,80}["'],[ \t]{0,3}){1,2}["'](?<secret>[^\s"'\uFFFF]{6,128})|["'](?<alone>[\w.+/=-]{16,128}))["']/dy,
    accept: (secret, match) =>
      match.groups?.['alone']
        ? isDenselyDrawn(secret, 16) || (/allet\(/.test(match[0]) && /^0x[0-9a-f]{64}$/i.test(secret))
        : isTyped(secret),
  },
  {
    name: 'user-and-password',
    // `Zugang: hans / …`, `root / …`.
    hints: [' / '],
    pattern:
      /(?<=(?<label>(?:[^\s\d]{3,16}[ \t]?[:：] ?)?)(?<user>(?<![\w.@/-])[\w.@-]{2,32})) \/ ["'`]?(?<secret>[^\s"'`|/\uFFFF]{6,64})/dy,
    accept: (secret, match) => {
      const { label, user } = match.groups!;
      if (user === 'root' && /^[a-z]+\d\d+$/.test(secret)) return true;
      // Without a label, a sign of passwords must stand within letters and digits.
      const isSure = Boolean(label) || user === 'root' || user === 'admin';
      return (
        isToldValue(secret, isSure ? 2 : 3) &&
        (isSure || /^[A-Za-z].*[A-Za-z0-9](?:[!@$^&~][A-Za-z0-9]|!$)/.test(secret))
      );
    },
  },
  {
    name: 'link-token',
    hints: listed(
      '/token/|/tokens/|/reset/|/reset-password/|/magic|/verify/|/confirm/|/activate/|/invite/|/api-key/',
    ),
    pattern: /\/[a-z-]{5,16}\/(?<secret>[\w.~-]{20,512})(?![\w~-])/dy,
    accept: (secret) => isDenselyDrawn(secret, 20),
  },
  {
    name: 'protocol-password',
    // Redis, FTP, IMAP, IRC, SNMP, OpenVPN, RADIUS and TACACS, PPP, Go's databases, proxies.
    hints: listed(
      'AUTH |PASS |LOGIN |IDENTIFY |rocommunity |rwcommunity |community: |auth-user-pass|-server |: EAP "|@tcp(|@unix(|roxy|turn:|sip:|smtpauth |user default on|curl -U ',
    ),
    pattern:
      /(?:(?<![\w "'.-])AUTH (?:[\w.-]{1,32} )?|(?<=USER \S{1,64}\r?\n)PASS |(?<![\w"'`,.])(?<!CREATE )LOGIN "?[\w.@+-]{2,64}"? "?|IDENTIFY (?:\w{1,24} )?|r[ow]community |community: |auth-user-pass\r?\n\S{1,64}\r?\n|-server (?:host \S{1,64} )?key (?:\d )?|: EAP "|(?<=(?<![\w/])[\w.-]{1,64}:(?<before>[^\s:@/"'`\uFFFF]{4,128}))@(?:tcp|unix)\(|roxy["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[\w.-]{1,64}:|(?:turn|sip):[\w.-]{1,64}:|smtpauth \S{1,64} |user default on >|curl -U ["']?[\w.-]{1,64}:)(?<secret>[^\s"'@:\uFFFF]{6,128})?/dy,
    accept: (secret) => isTyped(secret) && isGiven(secret),
  },
  {
    name: 'key-material',
    // Keys in their own notations: JWK, XML of .NET, Laravel, Fernet, SSH2.
    hints: listed('"kty"|base64:|Fernet(|<D>|BEGIN SSH2 ENC|dockerconfigjson|&state=|?code=|&code='),
    pattern:
      /(?:"kty"(?:[^{}\uFFFF]{0,2000}?"[dk]"\s{0,4}:\s{0,4}"|(?<="[dk]"\s{0,4}:\s{0,4}"(?<before>[\w-]{20,1024})"[^{}\uFFFF]{0,400}"kty"))|base64:(?=[A-Za-z0-9+/]{43}=)|Fernet\(b?["']|<D>|BEGIN SSH2 ENCRYPTED PRIVATE KEY -{4}\r?\n(?:[\w-]{1,24}: [^\n]{0,120}\r?\n){0,3}|dockerconfigjson["']?:[ \t]{0,3}["']?|[?&]code=)(?<secret>[\w+/=.-]{20,4096})?/dy,
    accept: (secret) => isRandom(secret, 20),
  },
  {
    name: 'password-file',
    // `.pgpass`, and the lines of mail relays.
    hints: listed(':5432:|:5433:|:*:|]:587 |]:465 |]:25 '),
    pattern:
      /(?:(?<=(?:^|[\s"'])(?:[\w.*-]{1,128}|\[[\da-f:]{2,40}\])):(?:543\d|\*):[\w.*-]{1,64}:[\w.@*-]{1,64}|\]:\d{2,4}[ \t]{1,4}[\w.@+-]{1,128}):(?<secret>[^\s:"'\uFFFF]{4,256})(?=["']?(?:\s|$))/dy,
    accept: (secret) => !isReference(secret) && !isFiller(secret) && secret !== '*',
  },
  {
    name: 'secret-phrase',
    // The words that a wallet is made of.
    hints: [
      ...anyCase('mnemonic|phrase|words'),
      ...listed('wörter|mots|palabras|parole|woorden|słowa|слова'),
    ],
    pattern:
      /[^\n:="]{4,60}?(?:["'`]?[ \t]{0,3}[:=]| is)[ \t]{0,3}["'`]?(?<secret>[a-z\u00DF-\u052F]{3,12}(?: [a-z\u00DF-\u052F]{3,12}){11,23})(?![\w-])/dy,
    accept: (secret) => !/\b(?:the|and|that|with|from|for|you|are|can)\b/.test(secret),
  },
];

export const SHAPES: readonly Shape[] = [...WEB, ...KEYS, ...COMMANDS];
