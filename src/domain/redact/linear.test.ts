import { describe, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { expectLinear } from '../../../test/growth.ts';
import { redact } from './redact.ts';

/** Beginnings without ends, ends without beginnings, and what several rules fight over. */
const HOSTILE = [
  'a',
  '-',
  '=',
  '<',
  '....,,,,',
  'key=',
  'KEY=',
  'token="',
  "token='",
  'token string =',
  'token\n value',
  'pass is ',
  'a=b&token=',
  'password=hunter22 ',
  'token=abc123def456ghi789 ',
  'api_key=sk-abc',
  'password=[REDACTED]',
  ['-----BEGIN', 'PRIVATE', 'KEY-----\nAAAA'].join(' '),
  'eyJ-',
  'eyJhbGciOi.eyJ',
  '://a:',
  '://aaaaaaaaaaaaaaaaaaaa',
  'authorization:Bearer ',
  'Cookie: a=bbbbbb; ',
  'curl -u a:',
  'mysql -',
  'docker login ',
  'sk-sk-',
  'xoxb-',
  'tk-us-',
  'sc_aaaaa.',
  '<private>',
  '</private>',
  '<pri<private>x</private>vate>',
  'kind: Secret\ndata:\n  a: bbbbbbbb\n',
  'kind: Secret\n---\n',
  'machine a login b ',
  'BUNDLE_A__',
  'Maaaaaaaaaaaaaaaaaaaaaaa.',
  'token:\n',
  'token\n\n    ',
  'token - ',
  '密码：',
  'contraseña ',
  'clé de ',
  'a_key_',
  '$6$a$',
  'QmVhcmVyI',
  '<key>{a ',
  'a\u200B',
  'sk-ant-\u200B',
  'token of ',
  'a,token\n',
  '| token |\n',
  'a as the token ',
  'a is a key of aaaaaaaaaaaaaaaaaaaa1 ',
  'echo a:b | ',
  'ab_cd_',
  'aaaaaaaaaaaaaaaa1_',
  'feature-eyJ',
  'x-sk-',
  'pass:a -U a%',
  'snmpget a -c',
  'jwt.sign(a,',
  'WIFI:a;',
  'Private-Lines: 2\nAAAA',
  'clave secreta ',
  'password «',
];

const SIZE = runs(5_000, 20_000);

describe('time', () => {
  it.each(HOSTILE)('grows with the length of the text and no faster: %j', (unit) => {
    expectLinear((times) => redact(unit.repeat(Math.ceil((times * SIZE) / unit.length)), { strict: true }));
  });
});
