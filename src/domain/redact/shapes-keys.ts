import { isFiller, isRandom } from './entropy.ts';
import type { Shape } from './rule.ts';
import { listed } from './words.ts';

const machineMade = (secret: string) => isRandom(secret);
const notFiller = (secret: string) => !isFiller(secret);

/** Keys and tokens that have a form, but no beginning of their own. */
export const KEY_SHAPES: readonly Shape[] = [
  {
    name: 'json-web-token',
    hints: ['eyJ', 'ZXlK'],
    pattern:
      /(?<secret>eyJ(?<=(?:^|[^\w.-])(?:[a-z]{1,16}[-_]){0,3}eyJ)[\w-]{8,65536}\.[\w-]{8,65536}(?:\.[\w-]{0,65536}){0,3}|(?<![\w.-])ZXlK[A-Za-z0-9+/_-]{60,65536}={0,2})/dg,
    accept: machineMade,
    samples: ['eyJ<a17>.eyJ<w60>.<w43>', 'ZXlK<a120>'],
    not: ['eyJhbGciOi', 'eyJ...'],
  },
  {
    name: 'private-key',
    hints: ['PRIVATE KEY', 'Static key V1'],
    pattern:
      /-----BEGIN (?:[ A-Z0-9]{0,32}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----(?:(?<secret>(?:(?!-----)[^\uFFFF]){1,16384})(?=-----END)|(?<open>(?:[A-Za-z0-9+/=\s"',]|\\[nr]){1,16384}))/dg,
    accept: (secret) => /[A-Za-z0-9+/=]{16}/.test(secret),
    samples: [
      '<->BEGIN RSA PRIVATE KEY<->\n<a64>\n<a40>=\n<->END RSA PRIVATE KEY<->',
      '"<->BEGIN PRIVATE KEY<->\\n<a64>\\n<a40>\\n<->END PRIVATE KEY<->\\n"',
      '<->BEGIN OPENSSH PRIVATE KEY<->\n<a64>\n<a64>',
    ],
    not: [
      '<->BEGIN PRIVATE KEY<->\nanything\n<->END PRIVATE KEY<->',
      '<->BEGIN PUBLIC KEY<->\n<a64>\n<->END PUBLIC KEY<->',
    ],
  },
  {
    name: 'aws-secret-beside-its-id',
    hints: ['AKIA', 'ASIA'],
    pattern:
      /(?:AKIA|ASIA)[A-Z0-9]{16}["']?[\s,;:|/]{1,8}["']?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/dg,
    accept: machineMade,
    samples: ['AKIA<u16>,<a40>', 'AKIA<u16>\n<a40>'],
    not: [],
  },
  {
    name: 'putty-key',
    hints: ['Private-Lines'],
    pattern: /Private-Lines: \d{1,4}\r?\n(?<secret>(?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,200})/dg,
    samples: ['Private-Lines: 2\n<a64>\n<a40>\nPrivate-MAC: 0'],
    not: ['Private-Lines: 14'],
  },
  {
    name: 'key-as-numbers',
    // Solana writes the bytes of a pair of keys.
    hints: ['id.json', 'PRIVATE_KEY', 'rivateKey', 'ecretKey', 'SECRET_KEY', 'eypair', 'Uint8Array', 'olana'],
    pattern: /(?<secret>\[\s{0,8}(?:\d{1,3},\s{0,8}){63}\d{1,3}\s{0,8}\])/dg,
    samples: [`secretKey = [${'<d2>, '.repeat(63)}<d2>]`],
    not: ['secretKey = [1, 2, 3]'],
  },
  {
    name: 'password-hash',
    // Lines of htpasswd and shadow files.
    hints: listed('$apr1$|pbkdf2_|$2a$|$2b$|$2y$|$1$|$5$|$6$|$y$|$argon2|{SHA}|{SSHA'),
    pattern:
      /(?<![A-Za-z0-9$])(?<secret>\$(?:apr1|1|5|6)\$(?:rounds=\d{1,9}\$)?[\w./]{1,16}\$[\w./]{22,86}|\$2[aby]\$\d\d\$[\w./]{53}|\$y\$[\w./]{1,8}\$[\w./]{1,86}\$[\w./]{43}|pbkdf2_\w{1,12}\$\d{1,9}\$[\w+/=]{1,64}\$[\w+/=]{20,128}|\$argon2(?:id|i|d)\$[\w=,$+/]{20,256}|\{S{1,2}HA\d{0,3}\}[A-Za-z0-9+/]{24,128}={0,2})/dg,
    accept: notFiller,
    samples: [
      'alice:$apr1$<a8>$<a22>',
      'bob:$2y$05$<a53>',
      'carol:{SHA}<a27>=',
      'root:$6$<a16>$<a86>:19000:0:99999:7:::',
      '$argon2id$v=19$m=65536,t=3,p=4$<a22>$<a43>',
      'pbkdf2_sha256$600000$<a22>$<a43>=',
    ],
    not: ['alice:$apr1$', 'price $1$ and $2a$ each'],
  },
  {
    name: 'encoded-authorization',
    // `Authorization:` and its schemes in base64, at each of the three places where the letters can fall.
    hints: ['dGhvcml6YXRpb2', '0aG9yaXphdGlvb', 'F1dGhvcml6YXRpb', 'VdGhvcml6YXRpb', 'QmVhcmVyI', 'QmFzaWMg'],
    pattern:
      /(?<![A-Za-z0-9+/])(?<secret>(?=[A-Za-z0-9+/]{0,64}(?:dGhvcml6YXRpb2|0aG9yaXphdGlvb|F1dGhvcml6YXRpb|VdGhvcml6YXRpb|QmVhcmVyI|QmFzaWMg))[A-Za-z0-9+/]{32,65536}={0,2})/dg,
    accept: machineMade,
    samples: ['QXV0aG9yaXphdGlvbjogQmVhcmVyI<a40>', 'x: QmFzaWMg<a32>='],
    not: ['QXV0aG9yaXphdGlvbg=='],
  },
  {
    name: 'credentials-xml',
    hints: ['t>{', 'd>{', 'n>{', 'y>{', 'e>{', 's>{'],
    pattern:
      /<(?:[\w.-]{0,40}(?:secret|password|passphrase|token|key)[\w.-]{0,20})>\{(?<secret>[^<>{}\uFFFF]{16,4096})\}</dgi,
    accept: (secret) => secret.split(/\s+/).some((word) => isRandom(word)),
    samples: ['<secret>{AQAAABAAA<a60>=}</secret>', '<secret>{acme AQAAABAAA <l40>}</secret>'],
    not: ['<secret>{credentials.value}</secret>', '<key>{item.identifier.text}</key>'],
  },
  {
    name: 'bundler-credential',
    hints: ['BUNDLE_'],
    pattern:
      /BUNDLE_[A-Z0-9_]{1,80}__(?:COM|ORG|NET|IO|DEV)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?<secret>[\w:%.-]{8,256})/dg,
    accept: notFiller,
    samples: ['BUNDLE_GEMS__CONTRIBSYS__COM=<h8>:<h8>', 'BUNDLE_RUBYGEMS__PKG__GITHUB__COM: "me:<a20>"'],
    not: [],
  },
];
