import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens as countWithSpecials } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { estimateTokens } from './tokens.ts';

/** `<|endoftext|>` in a text is text. */
const countTokens = (text: string) => countWithSpecials(text, { disallowedSpecial: new Set() });

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** Consecutive sections of about `characters`; what is left at the end belongs to the last one. */
function sections(text: string, characters: number): string[] {
  const count = Math.max(1, Math.floor(text.length / characters));
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size));
}

const ratio = (text: string) => estimateTokens(text) / countTokens(text);
const share = (values: readonly number[], test: (value: number) => boolean) =>
  values.filter(test).length / values.length;

// Written for this test: everyday subjects, so that the figures do not rest on technical Chinese alone.
const CHINESE = `
早上六点半，闹钟还没有响，外面已经开始下雨了。她把窗户关上，烧了一壶水，坐在桌子旁边看昨天没有读完的小说。
故事讲的是一个年轻的医生，他离开了大城市，回到父亲曾经工作过的小镇，想在那里开一家诊所。镇上的人起初并不相信他，
因为他说话太快，也不喜欢喝酒。直到有一天夜里，河水突然上涨，很多人受了伤，他一个人忙了整整两天，大家才慢慢改变了看法。
她觉得这样的情节并不新鲜，可是作者写得很安静，没有多余的感叹，读起来反而让人放心。

最近几年，城市里的公共交通发生了很大的变化。以前从郊区到市中心需要一个半小时，现在坐地铁只要四十分钟。
票价虽然提高了一些，但是学生和老人可以享受优惠。专家认为，如果政府继续增加投资，十年以后大部分居民将不再需要私人汽车，
空气质量也会得到明显改善。当然，也有人担心施工期间的噪音和道路拥堵，希望有关部门能够提前公布计划，听取居民的意见。

做红烧肉并不难，关键是要有耐心。先把五花肉切成方块，用冷水浸泡半个小时，然后放进锅里煮开，去掉浮沫。
另起一锅，放少量的油和冰糖，用小火慢慢炒到变成琥珀色，再把肉倒进去翻炒，加入酱油、料酒、葱段和姜片，最后倒入热水，
盖上锅盖炖一个小时左右。快要出锅的时候可以尝一下味道，如果觉得太淡，就再加一点盐。

昨天我们讨论了会话恢复的方案：进程意外退出以后，下一次启动时要先检查数据库里没有结束时间的记录，再根据心跳判断它是否仍在运行。
测试发现两个终端同时写入会互相覆盖，所以决定把每个事件单独追加到日志表中，由后台任务合并。剩下的问题是迁移脚本还不能处理旧版本的索引，
另外超时的阈值需要写进配置文件，而不是写死在代码里。下一步先修复这个错误，然后补充文档，周五之前提交评审。
`;

const RUSSIAN = `Вчера мы обсуждали восстановление сеанса: после сбоя программа должна сначала проверить записи,
у которых нет времени окончания, и только потом решить, работает ли ещё прежний процесс. Оказалось, что два терминала
могут писать одновременно, поэтому каждое событие теперь добавляется отдельной строкой. Осталось перенести старый индекс
и вынести порог ожидания в настройки. Утром шёл дождь, и дорога до работы заняла почти час.`;

const ITALIAN = `Ieri abbiamo parlato del ripristino della sessione: dopo un arresto improvviso il programma deve prima
controllare le righe senza ora di fine e solo dopo decidere se il processo precedente è ancora vivo. Abbiamo scoperto che
due terminali possono scrivere nello stesso momento, quindi ogni evento viene aggiunto come riga separata. Resta da
spostare il vecchio indice. Stamattina pioveva e per arrivare in ufficio ci ho messo quasi un'ora.`;

const WORDS =
  `add mutex process struct race test failure line retry session restore threshold precision worker pool queue
deadline lease heartbeat pin ledger budget preamble scope thread archive migrate index vacuum checkpoint redact token parser
render adapter fallback timeout flaky quarantine spool ingest cursor schema rollback snapshot throttle debounce hydrate
serialize watermark orphan backoff jitter quorum tombstone compaction shard replica latency histogram percentile`
    .split(/\s+/)
    .filter(Boolean);

const word = fc.constantFrom(...WORDS);
const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('-'));
const letters = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength });
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';

const code = fc.oneof(
  fc
    .tuple(word, word, fc.constantFrom('ts', 'go', 'py', 'rs', 'md'))
    .map(([a, b, end]) => `impl:src/${a}/${b}.${end}`),
  fc.tuple(word, fc.integer({ min: 0, max: 99 }), phrase).map(([a, n, b]) => `dec:${a}=0.${n}-${b}`),
  phrase.map((a) => `next:${a}`),
  phrase.map((a) => `done:${a}`),
  fc.tuple(word, phrase, fc.nat(2000)).map(([a, b, n]) => `block:${a}:${b}-line-${n}`),
  fc.tuple(word, word, word).map(([a, b, c]) => `impl:${a}${capital(b)}${capital(c)}`),
  fc.tuple(letters(LOWER, 9), letters(LOWER, 9)).map(([a, b]) => `next:${a}-${b}`),
);

const identifier = fc.oneof(
  fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('_')),
  fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('_').toUpperCase()),
  fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.map(capital).join('')),
  fc.uuid(),
  letters(HEX, 40),
  letters(LOWER, 20),
  letters(`${LOWER}${LOWER.toUpperCase()}0123456789+/`, 44),
);

const lines = (line: fc.Arbitrary<string>) =>
  fc.array(line, { minLength: 1, maxLength: 40, size: 'max' }).map((all) => all.join('\n'));

const spoken = fc.constantFrom(
  ...[CHINESE, RUSSIAN, ITALIAN].flatMap((text) => text.trim().split(/[，,\n]/)),
);
const cases: Record<string, fc.Arbitrary<string>> = {
  'threads of codes': lines(code),
  identifiers: lines(identifier),
  mixtures: lines(fc.oneof(code, identifier, spoken)),
};

describe('not below the true count', () => {
  const count = runs(130, 400);
  for (const [name, texts] of Object.entries(cases)) {
    test(`${name}: short by more than 3 % in at most 1 % of cases`, () => {
      const ratios = fc
        .sample(texts, { numRuns: count, seed: 20261115 })
        .filter((text) => countTokens(text) > 0)
        .map(ratio);
      expect(ratios.length).toBeGreaterThan(0.75 * count);
      expect(share(ratios, (r) => r < 0.97)).toBeLessThanOrEqual(0.01);
    });
  }

  test.each([
    ['Russian', RUSSIAN],
    ['Italian', ITALIAN],
    ['Chinese', CHINESE],
    ['drawn lines', `${'─'.repeat(80)}\n${'='.repeat(80)}\n│ a │ b │\n`.repeat(5)],
    ['emoji', '👍🏽 done 🎉🎉 ✅ ok ⚠️ 👨‍👩‍👧 '.repeat(10)],
    ['log', '2026-11-15T20:41:07.123Z INFO 550e8400-e29b-41d4-a716-446655440000 took 12ms\n'.repeat(20)],
    [
      'JSON',
      JSON.stringify({ id: 'a1b2', items: [{ path: 'src/a.ts', ok: true, n: 0.75 }] }, null, 2).repeat(9),
    ],
  ])('%s', (_, text) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(1);
  });
});

describe('at most 25 % above on sections of 1,000 tokens and more', () => {
  const prose = files('node_modules/*/README.md').filter((path) => read(path).length > 4500);
  const sources = [
    ...files('src/domain/**/*.ts'),
    ...files('node_modules/{vitest,vite,chai,fast-check}/dist/*.{js,mjs}'),
  ];
  const kinds: [string, string[]][] = [
    ['codes', [fc.sample(code, { numRuns: 1000, seed: 7 }).join('\n')]],
    ['prose', prose.map(read)],
    ['source code', sources.slice(0, 40).map((path) => read(path).slice(0, 30_000))],
    ['Chinese', [CHINESE.repeat(4)]],
    ['pages in other languages', files('node_modules/@biomejs/biome/README.*.md').map(read)],
    [
      'messages in other languages',
      files('node_modules/axe-core/locales/{de,es,fr,it,ja,ko,ru,zh}*.json').map(read),
    ],
  ];

  test.each(kinds)('%s', (_, texts) => {
    const ratios = texts
      .flatMap((text) => sections(text, 5500))
      .filter((text) => countTokens(text) >= 1000)
      .map(ratio);
    expect(ratios.length).toBeGreaterThan(0);
    expect(share(ratios, (r) => r < 0.97)).toBeLessThanOrEqual(0.02);
    expect(share(ratios, (r) => r > 1.25)).toBeLessThanOrEqual(0.02);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.35);
  });
});

describe('additive', () => {
  test('parts are charged at least what the whole is', () => {
    fc.assert(
      fc.property(lines(fc.oneof(code, spoken)), lines(identifier), (a, b) => {
        expect(estimateTokens(`${a}\n`) + estimateTokens(b)).toBeGreaterThanOrEqual(
          estimateTokens(`${a}\n${b}`),
        );
      }),
      { numRuns: runs(75, 300) },
    );
  });

  test('nothing costs nothing, anything costs something', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of ['a', ' ', '\n', '0', '中', '\ud800', '\u0000', '…'])
      expect(estimateTokens(text)).toBeGreaterThan(0);
  });
});
