import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
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
const TIMES = 8;

function milliseconds(text: string, tries: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const start = process.cpuUsage();
    redact(text, { strict: true });
    // The processor's time: a busy machine takes any time by the clock.
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

describe('time', () => {
  it.each(HOSTILE)('grows with the length of the text and no faster: %j', (unit) => {
    const ratio = (tries: number) => {
      const single = milliseconds(unit.repeat(Math.ceil(SIZE / unit.length)), tries);
      const longer = milliseconds(unit.repeat(Math.ceil((TIMES * SIZE) / unit.length)), tries);
      // Below a millisecond the clock and the collector are what is measured.
      return Math.max(longer, 1) / Math.max(single, 1);
    };
    // 8 is linear, 64 is quadratic: far enough apart for a busy machine. The best of a few counts.
    const most = TIMES * 3;
    let best = ratio(1);
    for (let i = 0; i < 5 && best > most; i++) best = Math.min(best, ratio(3));
    expect(best).toBeLessThan(most);
  });
});
