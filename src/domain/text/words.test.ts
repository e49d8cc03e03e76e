import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { table } from '../../../test/table.ts';
import { isCommon, isOut, singular, tokens } from './words.ts';

/** Any code units, halves of surrogate pairs too. */
const anyText = fc.array(fc.oneof(fc.nat(127), fc.nat(0xffff))).map((codes) => String.fromCharCode(...codes));

const terms = (text: string) => tokens(text).map((token) => token.term);

describe('tokens', () => {
  test.each<[string, string, string[]]>([
    ['file names', 'open brain.db and README.md', ['open', 'brain.db', 'readme.md']],
    ['hyphens and models', 'the lbf-ham-radio on an FT991A', ['lbf-ham-radio', 'ft991a']],
    ['scoped packages', 'install @scope/name', ['install', '@scope/name']],
    ['identifiers', 'session_id in countTopics', ['session_id', 'counttopics']],
    ['a name that looks like an identifier', 'GitHub and JavaScript on iOS', ['github', 'javascript', 'ios']],
    ['languages', 'from C++ to C# to F#', ['c++', 'c#', 'f#']],
    ['paths in prose, without the user', 'see /home/ada/radio/cat.py', ['radio', 'cat.py']],
    ['Windows paths', 'see C:\\Users\\ada\\radio\\cat.py', ['radio', 'cat.py']],
    ['elisions', "don't lose the user's l'erreur, we've", ['lose', 'user', 'erreur']],
    ['plurals', 'sessions, queries, patches', ['session', 'query', 'patch']],
    ['accents, composed or not', 'cafe\u0301 café Größe', ['café', 'café', 'größe']],
    ['Cyrillic', 'ошибка подключения в базе', ['ошибка', 'подключения', 'базе']],
    ['Han between particles', '会话的管理', ['会话', '管理']],
    ['Han by words', '会话管理', ['会话', '管理']],
    ['Han that the dictionary leaves in signs', '支付回调的重试逻辑', ['支付', '回调', '重试', '逻辑']],
    ['a sign that belongs to the word before', '数据库迁移', ['数据库', '迁移']],
    ['Japanese without its endings', 'ログイン画面を修正してください', ['ログイン', '画面', '修正']],
    ['Thai', 'แก้ไขระบบ', ['แก้ไข', 'ระบบ']],
    ['Han beside Latin', '使用brain.db', ['使用', 'brain.db']],
    ['Katakana', 'セッションとデータベース', ['セッション', 'データベース']],
    ['Hangul', '세션 관리', ['세션', '관리']],
    ['servers of tools', 'mcp__github__create_issue', ['github']],
    ['tools', 'exec Read write edit Bash grep glob TodoWrite WebSearch apply_patch read_file', []],
    ['generic words', 'the tool, this file, a path, tasks', []],
    ['stop words', 'please make it so that you can do what we need', []],
    ['stop words of others', 'und nicht mit der, dans les avec, para los, это когда', ['les']],
    ['numbers and units', '42 3.14 100ms 16GB 1st 2x 0xff', []],
    ['dates and versions', '2026-11-15 2026-11-15T10:30:00Z 1.2.3 v22.22.3 1.0.0-beta.1 24.x', []],
    ['hashes', 'b65254a37a39aeee dbb5412 7648a3a8-cec0-45cc-a87c-6ad5a39677a2', []],
    ['names with a hash', 'chunk-5df3a2b1.js 000_b65254a37a39aeee.txt', []],
    ['blobs', 'dGhpcyBpcyBhIHRlc3Q= aGVsbG8gd29ybGQK4x9ZpQ7b', []],
    ['what is longer than any word', `${'x'.repeat(41)} ${'ab-'.repeat(20)}c`, []],
    ['colours', '#ff00aa #decade', []],
  ])('%s', (_, text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  test('a compound knows its words, and where one tells nothing', () => {
    expect(tokens('lbf-ham-radio')[0]?.parts).toEqual(['lbf', 'ham', 'radio']);
    expect(tokens('task-004-session-persistence')[0]?.parts).toEqual([null, null, 'session', 'persistence']);
    expect(tokens('HotTopicExtractor')[0]?.parts).toEqual(['hot', 'topic', 'extractor']);
    expect(tokens('brain.json')[0]?.parts).toEqual(['brain', null]);
  });

  test('only blanks make neighbours', () => {
    const follows = (text: string) => tokens(text).map((token) => token.follows);
    expect(follows('ham radio')).toEqual([false, true]);
    expect(follows('ham, radio')).toEqual([false, false]);
    expect(follows('ham\nradio')).toEqual([false, false]);
    expect(follows('ham of the radio')).toEqual([false, false]);
    expect(follows('ham/radio')).toEqual([false, false]);
  });

  test('any text gives terms in small letters, of bounded length, none of them a stop word', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.lorem({ mode: 'sentences' })), (text) => {
        for (const { term } of tokens(text)) {
          expect(term).toBe(term.toLowerCase());
          expect(term.length).toBeGreaterThan(1);
          expect(term.length).toBeLessThanOrEqual(80);
          expect(isOut(term)).toBe(false);
        }
      }),
    );
  });

  test('a term is found again in itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}[-_.][a-z]{2,8}$/), (text) => {
        for (const { term } of tokens(text)) expect(terms(term)).toEqual([term]);
      }),
    );
  });
});

describe('singular', () => {
  test.each(table<[string, string]>('plurals'))('%s is %s', (plural, expected) => {
    expect(singular(plural)).toBe(expected);
    expect(singular(expected)).toBe(expected);
  });

  test.each(table<string>('plurals-none'))('%s is no plural', (word) => {
    expect(singular(word)).toBe(word);
  });
});

test('common words are known with a number behind them, rare ones are not common', () => {
  expect(['error', 'function', 'test', 'test2'].map(isCommon)).toEqual([true, true, true, true]);
  expect(['radio', 'ft991a', 'constructor', '__proto__'].map(isCommon)).toEqual([false, false, false, false]);
});
