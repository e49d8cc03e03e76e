import { describe, expect, it } from 'vitest';
import { isFarewell, isNod } from './nod.ts';

describe('a nod', () => {
  it.each([
    'ok',
    'continue',
    'yes please',
    'Good, go on',
    'ok do it',
    'sounds good, thanks!',
    'test',
    'hello test',
    'ja, mach weiter',
    'oui, continue',
    '继续',
    '/compact',
    'Yes, delete them.',
    'Good morning!',
    'Guten Morgen',
    'hey, good evening everyone',
    'buenos días',
  ])('is %s', (text) => expect(isNod(text)).toBe(true));

  it.each([
    'Good. Now the test.',
    'now the test',
    'ok, now the docs',
    'great, next: error handling',
    'run the test again',
    'ok. ignore differences younger than 5 minutes then',
    'thanks! and now the parser',
    'Good morning, the parser fails again',
    'morning job fails',
  ])('is not %s', (text) => expect(isNod(text)).toBe(false));
});

describe('a farewell', () => {
  it.each([
    'thanks',
    "thanks, that's all for today",
    'ok thanks, see you tomorrow',
    'danke, bis morgen',
    'merci et bonne soirée',
    'gracias, hasta mañana',
    'Great, thank you. And good night!',
    'done for today',
  ])('is %s', (text) => expect(isFarewell(text)).toBe(true));

  it.each([
    'thanks! and now the parser',
    'Thanks. Now the error handling',
    'danke, jetzt noch die Tests',
    'merci, maintenant le parseur',
    'perfecto gracias, ahora los tests',
    'thanks, can you also update the README',
  ])('is not %s', (text) => expect(isFarewell(text)).toBe(false));
});
