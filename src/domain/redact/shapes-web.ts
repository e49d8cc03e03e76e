import { isFiller, isRandom } from './entropy.ts';
import type { Shape } from './rule.ts';
import { isReference, isWord } from './value.ts';
import { listed } from './words.ts';

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

/** Addresses, headers and command lines. Each repetition is bounded, or consumes what the next search passes over. */
export const WEB_SHAPES: readonly Shape[] = [
  {
    name: 'url-password',
    hints: ['://', ':\\/', '%3A%2F%2F'],
    pattern:
      /(?::\/\/|:\\\/\\\/)[^\s:/?#@"'`<>\uFFFF]{0,128}:(?<secret>[^\s/?#"'`<>\uFFFF]{3,256})@(?=[\w.[{$-])|%3A%2F%2F[\w.-]{0,64}%3A(?<encoded>[^\s%"'&\uFFFF]{3,256})%40/dg,
    accept: isUrlPassword,
    samples: [
      'postgres://app:<a12>@db.internal:5432/app',
      'redis://:<a20>@cache:6379',
      'https://me:<a20>@host.io/x',
    ],
    not: [
      'postgres://app:<$>{DB_PASSWORD}@db/app',
      'https://user:<password>@host.io',
      'mysql://root:$PASS@host',
      'https://example.com:8080/@scope/name',
      'postgres://USER:PASSWORD@HOST/db',
      'ssh://git@github.com:22/a/b.git',
    ],
  },
  {
    name: 'url-token',
    hints: ['://'],
    pattern: /:\/\/(?<secret>[\w.~%+-]{16,256})(?::(?:x-oauth-basic)?)?@(?=[\w.-])/dg,
    accept: machineMade,
    samples: ['https://<h40>@github.com/a/b.git', 'https://<h32>@sentry.io/1'],
    not: ['https://long.user.name.of.mine@example.com'],
  },
  {
    name: 'authorization-header',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization(?:["'`]?\s{0,3}[:=,]\s{0,3}["'`]?|[ \t]{1,3}["'])(?:(?<scheme>[A-Za-z][\w-]{1,20})[ \t]{1,3}|)(?<secret>[^\s"'`,;<>\uFFFF]{6,65536})/dgi,
    accept: isCredential,
    samples: [
      'Authorization: Bearer <w40>',
      'authorization: token <h40>',
      '"Authorization": "Basic <a24>="',
      "-H 'Authorization: <h8>-<h4>-<h4>-<h4>-<h12>'",
    ],
    not: [
      'Authorization: Bearer <$>{token}',
      'Authorization: Bearer <token>',
      'Authorization: Basic authentication is used',
      'Authorization: Bearer YOUR_API_TOKEN',
      'Authorization: required for all endpoints',
    ],
  },
  {
    name: 'signed-authorization',
    hints: ['Signature=', 'response="', 'oauth_signature'],
    pattern: /(?:Signature=|\bresponse="|oauth_signature=")(?<secret>[\w+/%=]{24,512})/dg,
    accept: machineMade,
    samples: [
      'Authorization: AWS4-HMAC-SHA256 SignedHeaders=host, Signature=<h64>',
      'x?X-Amz-Signature=<h64>',
    ],
    not: ['Signature=computeSignatureOfTheRequest'],
  },
  {
    name: 'cookie-header',
    hints: ['ookie', 'OOKIE', 'curl'],
    pattern:
      /(?:\b(?:set-)?cookie["'`]?[ \t]{0,3}[:=][ \t]{0,3}["'`]?|\s(?:-b|--cookie)[ \t=]{1,3}["'])[\w.!#$%&*+^|~-]{1,64}=(?<secret>[^\s"'`;\uFFFF]{6,4096}(?:; ?[\w.-]{1,64}=[^\s"'`;\uFFFF]{1,4096}){0,50})/dgi,
    accept: (secret, match) =>
      /^\w*cookie["'`]?[ \t]*=/i.test(match[0]) ? machineMade(secret) : notFiller(secret),
    samples: ['Cookie: sid=<a32>; theme=dark', 'Set-Cookie: session=<w40>; Path=/', "curl -b 'sid=<a24>' x"],
    not: ['the Cookie: header is sent', 'Set-Cookie: name=<value>', 'cookie: none'],
  },
  {
    name: 'session-cookie',
    hints: listed('_gitlab_session|PHPSESSID|JSESSIONID|connect.sid|ASP.NET_SessionId|csrftoken|sessionid'),
    pattern:
      /(?:_gitlab_session|PHPSESSID|JSESSIONID|connect\.sid|ASP\.NET_SessionId|csrftoken|\bsessionid)=(?<secret>[\w.%-]{16,512})/dg,
    accept: machineMade,
    samples: ['x; PHPSESSID=<l26>; y', 'connect.sid=s%3A<w32>.<a43>'],
    not: ['PHPSESSID=the-session-identifier'],
  },
  {
    name: 'curl-user',
    hints: ['curl', 'wget', 'http'],
    pattern:
      /\s(?:-u|--user|--proxy-user)[\s=]{0,3}["']?[^\s"':\uFFFF]{0,128}["']?:["']?(?<secret>(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}|[^\s"'\uFFFF]{4,256})/dg,
    accept: isUserPassword,
    samples: ['curl -u admin:<a12> https://x.io', "curl -s --user 'api:<a14>' https://x.io"],
    not: [
      'curl -u user:pass x',
      'docker run -u 1000:1000 img',
      'curl -u "$USER:$PASS" x',
      'curl -u <user:password> x',
    ],
  },
  {
    name: 'curl-user-as-token',
    hints: ['curl', 'http'],
    pattern: /\s(?:-u|--user)[\s=]{0,3}["']?(?<secret>[^\s"':\uFFFF]{10,256}):["']?(?=\s|$)/dg,
    accept: isUserPassword,
    samples: ['curl -u <a24>: https://api.x.io', 'curl -u "<a16>:" https://api.x.io'],
    not: ['curl -u username: https://x.io'],
  },
  {
    name: 'command-password',
    hints: ['mysql', 'mariadb', 'sshpass', 'login', 'redis-cli', 'openssl'],
    pattern:
      /\b(?:(?:mysql|mariadb)\w{0,12}\s(?:[^\n;|]{0,200}?\s)?-p|sshpass\s+-p\s?|(?:docker|podman|nerdctl)\s+login\s(?:[^\n;|]{0,200}?\s)?-p\s|redis-cli\s(?:[^\n;|]{0,120}?\s)?-a\s|openssl\s[^\n;|]{0,200}?\s-k\s)["']?(?<secret>[^\s"'\uFFFF]{4,256})/dg,
    accept: isCommandPassword,
    samples: [
      'mysql -u root -p<a10> app',
      "sshpass -p '<a12>' ssh host",
      'docker login -u me -p <a16> host',
      'redis-cli -a <a12> ping',
    ],
    not: ['mysql -u root -p app_db', 'mysql -p$PASSWORD', 'docker login -u me -p <$>{TOKEN}', 'mysql -port'],
  },
  {
    name: 'url-signature',
    hints: ['?sig', '&sig'],
    pattern: /[?&](?:sig|signature)=(?<secret>[\w%+/=.-]{20,512})/dg,
    accept: machineMade,
    samples: ['https://x.blob.core.windows.net/c?sv=2022&sig=<a43>%3D', 'https://x.io/a?signature=<h64>'],
    not: ['https://x.io/a?signature=verification-required'],
  },
  {
    name: 'webhook-url',
    hints: ['hook', 'infura.io', 'alchemy'],
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|\/\/[\w.-]{3,128}\/(?:api\/)?(?:in)?(?:coming)?-?(?:web)?hooks?\/(?:[\w.-]{1,24}\/){0,2}|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,24}\/|\.webhook\.office\.com\/webhookb2\/|infura\.io\/v3\/|alchemy(?:api)?\.(?:com|io)\/v2\/)(?<secret>[\w@/-]{20,512})/dg,
    accept: machineMade,
    samples: [
      'https://hooks.slack.com/services/T<u8>/B<u8>/<a24>',
      'https://discord.com/api/webhooks/<d18>/<w68>',
      'https://acme.webhook.office.com/webhookb2/<h8>-<h4>@<h8>/IncomingWebhook/<h32>/<h8>',
    ],
    not: ['https://hooks.slack.com/services/YOUR/WEBHOOK/URL-goes-here'],
  },
  {
    name: 'piped-password',
    hints: ['echo ', 'printf '],
    pattern:
      /\b(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3}|["']?%s(?:\\n)?["']?[ \t]{1,3})?["']?(?:[\w.-]{1,32}:)?(?<secret>[^\s"'|:\uFFFF]{4,256})["']?[ \t]{0,3}\|[^\n|;]{0,120}?(?:\bsudo[ \t]{1,3}-S\b|--(?:[\w-]{1,20}-)?stdin|--with-token|--passphrase-fd|chpasswd)/dg,
    accept: isTypedPassword,
    samples: [
      "echo '<a12>' | sudo -S apt update",
      'echo root:<a12> | chpasswd',
      'echo <a40> | gh auth login --with-token',
    ],
    not: ['echo "$PASSWORD" | docker login --password-stdin', 'echo hello | sudo -S tee /etc/motd'],
  },
  {
    name: 'argument-password',
    // OpenSSL, Samba, the shell of Windows, SNMP, Vault and its like.
    hints: ['pass:', ' -U', 'SecureString', 'snmp', 'login '],
    pattern:
      /(?:-pass(?:in|out)?[ =]["']?pass:|\s-U[ =]?["']?[\w.\\/-]{1,64}%|\bConvertTo-SecureString[ \t]{1,3}(?:-String[ \t]{1,3})?["']|\bsnmp(?:-server[ \t]community|\w{3,8}[ \t][^\n]{0,80}?-c)[ \t]{1,3})(?<secret>[^\s"'\uFFFF]{4,256})|\blogin[ \t]{1,3}(?<drawn>[\w.+/=-]{20,256})(?![^\s"'`])/dg,
    accept: (secret, match) => (match.groups?.['drawn'] ? isRandom(secret, 20) : isTypedPassword(secret)),
    samples: [
      'openssl rsa -passin pass:<a12> -in k',
      'smbclient //nas/s -U ann%<a12>',
      'ConvertTo-SecureString "<a14>" -AsPlainText',
      'snmpwalk -v2c -c <a20> 10.0.0.1',
      'vault login <a24>',
    ],
    not: [
      'openssl rsa -passin pass:$PASS',
      'snmpwalk -v2c -c public 10.0.0.1',
      'login with-your-usual-account',
      'date -U +%s',
    ],
  },
  {
    name: 'signing-secret',
    hints: ['jwt.'],
    pattern:
      /\bjwt\.(?:sign|verify|encode|decode)\([^\n"'`]{0,80}["'`](?<secret>[^\s"'`\uFFFF]{8,512})["'`]/dg,
    accept: machineMade,
    samples: ["jwt.sign(payload, '<a32>')"],
    not: ["jwt.sign({ sub }, 'the-secret-of-the-tests')"],
  },
  {
    name: 'wifi-password',
    hints: ['WIFI:'],
    pattern: /\bWIFI:[^\n\uFFFF]{0,128}?;P:(?<secret>[^;\s\uFFFF]{4,64})/dg,
    accept: notFiller,
    samples: ['WIFI:S:home;T:WPA;P:<a12>;;'],
    not: ['WIFI:S:home;T:WPA;P:<password>;;'],
  },
];
