import { isFiller, isRandom } from './entropy.ts';
import type { Shape } from './rule.ts';
import { isDenselyDrawn, isReference, isTyped, strength } from './value.ts';
import { listed } from './words.ts';

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

/**
 * Commands, statements, calls and sentences in which the place of a value says what it is. Each is tried only where one of its
 * words begins: a search of the whole text for so many took four times as long as all other rules.
 */
export const COMMAND_SHAPES: readonly Shape[] = [
  {
    name: 'password-after-user',
    // A user that is given to a program is followed by the password.
    hints: [' -u', ' -U', ' --user', 'login -', 'login h'],
    pattern:
      /(?: -[uU]| --user(?:name)?|login)[ =]?(?:["']?[^\s"']{1,128}["']?)?[ \t](?:[^\n;|&]{0,160}?[ \t])?-(?:p|P|pw|password)[ =]?["']?(?<secret>[^\s"'\uFFFF]{6,256})/dy,
    accept: (secret) => (isGiven(secret) && isTyped(secret)) || /^[a-z]{4}(?:-[a-z]{4}){3}$/.test(secret),
    samples: [
      'clickhouse -u root -p <a12>9 --quiet',
      'oc login https://x -u dev -p <a14>7',
      'cf login -a x -p <a14>7',
    ],
    not: [
      'docker run -u 1000 -p 8080:80 img',
      'psql -U app -p 5433 db',
      'rsync -u a -p b',
      'oc login -u dev -p $PASS',
      'ssh -u me -p 2222',
    ],
  },
  {
    name: 'password-of-command',
    hints: listed(
      'sqlcmd|bcp |osql|isql|zip |unzip |7z |7za|rar |unrar |mosquitto_|ipmitool|ldap|cqlsh|mongo|psexec|rdesktop|winrm|security |ssh-keygen|twine|ncftp|useradd|usermod|crackmapexec',
    ),
    pattern:
      /(?<![\w/.])(?:evil-)?[\w-]{2,24}[ \t](?:[^\n;|]{0,200}?[ \t])?-(?:[pPwN]|pw)[ =]?["']?(?<secret>[^\s"'@\\\uFFFF]{5,256})/dy,
    accept: isGiven,
    samples: [
      'sqlcmd -S db -P <a10>7 -Q x',
      'zip -P <a12>7 a.zip b',
      '7z x -p<a12>7 a.7z',
      'ldapsearch -x -D cn=a -w <a12>7',
    ],
    not: ['zip -r a.zip b', 'mongo -p 27017', 'unzip -p a.zip b.txt', 'twine upload -p <password>'],
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
    samples: [
      'net user ann <a10>7 /add',
      'net use z: \\\\nas\\share /persistent:no /user:ann <a10>7',
      'net use z: \\\\nas\\share <a10>7 /user:ann',
      'schtasks /create /s srv /u ann /p <a10>7 /tn x',
      'htpasswd -bc .htpasswd ann <a10>7',
      'htpasswd -b .htpasswd ann <s9>',
      'mosquitto_passwd -b users ann <a10>7',
      'lftp -u ann,<a10>7 ftp.x.io',
      'xfreerdp /v:h /u:ann /p:<a10>7',
      'sqlplus scott/<a10>7@orcl',
    ],
    not: [
      'sqlplus scott/$PASS@orcl',
      'net use Z: \\\\nas\\share',
      'net use z: \\\\nas\\share /persistent:no',
      'net user ann /delete',
      'the net user growth of the quarter',
      'htpasswd -b passwordfile username password',
      'htpasswd -b .htpasswd ann "$PASS"',
      'rabbitmqctl add_user NAME PASSWORD',
      'schtasks /create /s srv /u ann /p * /tn x',
      'cat <<< "$TEXT"',
    ],
  },
  {
    name: 'command-token',
    hints: listed(
      'vault unseal|vault operator|cloudflared |codecov|oathtool |op signin|bw unlock|mc alias|mc config|echo |printf ',
    ),
    pattern:
      /(?:vault (?:operator )?unseal|cloudflared[ \t][\w -]{1,40}?(?:install|--token)|codecov[^\n;|]{0,120}?-t|oathtool[^\n;|]{0,60}?|op signin[^\n;|]{0,120}?|bw unlock[^\n;|]{0,40}?|mc (?:alias set|config host add)[^\n;|]{0,160}?) ["']?(?<secret>[\w.+/=-]{16,512})(?![^\s"'])|(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3}|["']?%s["']?[ \t]{1,3})?["']?(?<piped>[\w.+/=-]{16,512})["']?[ \t]{0,3}\|[^\n|;]{0,120}?\bsecrets?\b/dy,
    accept: isDrawn,
    samples: [
      'vault operator unseal <a44>',
      'cloudflared service install <a60>',
      'codecov -t <a36>',
      'echo <a40> | wrangler secret put X',
    ],
    not: ['vault operator unseal -migrate', 'op signin --account example-account-of-mine'],
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
    samples: [
      "CREATE USER 'a'@'%' IDENTIFIED BY '<a12>';",
      "create user ann identified by '<s5> <s8>'",
      "ALTER ROLE app WITH ENCRYPTED PASSWORD '<s9>'",
      'ALTER USER scott IDENTIFIED BY <a12>;',
      "crypt('<a12>', gen_salt('bf'))",
    ],
    not: [
      "IDENTIFIED BY '<$>{DB_PASSWORD}'",
      "IDENTIFIED BY '<password>'",
      'the schema identified by this-name',
      "rows are identified by 'customer_id'",
      'IDENTIFIED BY the customer id',
      'CREATE USER ann WITH PASSWORD <$>1',
      "create user accounts with a password 'field'",
    ],
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
    samples: [
      'server.login("a@b.io", "<a12>7x9")',
      "new PDO($dsn, 'root', '<a12>7x9')",
      'auth=("u", "<a12>7x9")',
    ],
    not: ['socket.connect("tcp", "server-one")', 'auth("ann", "password")', "connect('data', 'utf8')"],
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
    samples: ['root / <a12>7x9 works', 'Zugang: hans / <a12>7x!', 'hans / <a12>!7x'],
    not: ['admin / user', 'and / or#12', 'acme / shop#4711', 'Node20 / Vue3'],
  },
  {
    name: 'link-token',
    hints: listed(
      '/token/|/tokens/|/reset/|/reset-password/|/magic|/verify/|/confirm/|/activate/|/invite/|/api-key/',
    ),
    pattern: /\/[a-z-]{5,16}\/(?<secret>[\w.~-]{20,512})(?![\w~-])/dy,
    accept: (secret) => isDenselyDrawn(secret, 20),
    samples: ['https://x.io/reset/<a48>', '/token/<a32>/x'],
    not: ['src/token/theTokenReaderOfTheParser.ts', '/tokens/<h8>-<h4>-<h4>-<h4>-<h12>'],
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
    samples: [
      'AUTH <a12>7x9',
      'a1 LOGIN ann@x.io <a12>7x9',
      'rocommunity <a12>7x9',
      'root:<a12>7x9@tcp(db:3306)/app',
    ],
    not: [
      'AUTH required-for-all',
      'LOGIN button clicked',
      'turn:example.org:3478',
      'proxy: http://localhost:8080',
    ],
  },
  {
    name: 'key-material',
    // Keys in their own notations: JWK, XML of .NET, Laravel, Fernet, SSH2.
    hints: listed('"kty"|base64:|Fernet(|<D>|BEGIN SSH2 ENC|dockerconfigjson|&state=|?code=|&code='),
    pattern:
      /(?:"kty"(?:[^{}\uFFFF]{0,2000}?"[dk]"\s{0,4}:\s{0,4}"|(?<="[dk]"\s{0,4}:\s{0,4}"(?<before>[\w-]{20,1024})"[^{}\uFFFF]{0,400}"kty"))|base64:(?=[A-Za-z0-9+/]{43}=)|Fernet\(b?["']|<D>|BEGIN SSH2 ENCRYPTED PRIVATE KEY -{4}\r?\n(?:[\w-]{1,24}: [^\n]{0,120}\r?\n){0,3}|dockerconfigjson["']?:[ \t]{0,3}["']?|[?&]code=)(?<secret>[\w+/=.-]{20,4096})?/dy,
    accept: (secret) => isRandom(secret, 20),
    samples: [
      '{"kty":"oct","k":"<w43>"}',
      "'key' => 'base64:<a43>='",
      "Fernet(b'<a43>=')",
      'https://x.io/cb?code=<a40>&state=1',
    ],
    not: ['base64:encode(value-of-the-parameter)'],
  },
  {
    name: 'password-file',
    // `.pgpass`, and the lines of mail relays.
    hints: listed(':5432:|:5433:|:*:|]:587 |]:465 |]:25 '),
    pattern:
      /(?:(?<=(?:^|[\s"'])(?:[\w.*-]{1,128}|\[[\da-f:]{2,40}\])):(?:543\d|\*):[\w.*-]{1,64}:[\w.@*-]{1,64}|\]:\d{2,4}[ \t]{1,4}[\w.@+-]{1,128}):(?<secret>[^\s:"'\uFFFF]{4,256})(?=["']?(?:\s|$))/dy,
    accept: (secret) => !isReference(secret) && !isFiller(secret) && secret !== '*',
    samples: ['db.internal:5432:app:svc:<a10>', '*:*:*:postgres:<a12>', '[smtp.x.io]:587 ann@x.io:<a10>'],
    not: ['db:5432:app:svc:$PGPASS', 'arn:aws:iam:*:*:role'],
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
    samples: ['mnemonic: "<s5> <s6> <s4> <s5> <s7> <s4> <s5> <s6> <s5> <s4> <s6> <s8>"'],
    not: ['the recovery phrase is shown only once when you create the wallet and cannot be read again later'],
  },
];
