import { describe, expect, it } from 'vitest';
import { readQuery } from './query.ts';
import { readQuestion } from './question.ts';

const terms = (text: string): string[] =>
  readQuery(text).terms.map(({ forms, prefix }) => forms.at(-1)! + (prefix ? '*' : ''));

describe('questions in other languages', () => {
  it.each([
    ['Wo haben wir die Rechnungen gespeichert?', ['rechn*', 'gespeicher*']],
    ['où sont les factures des clients', ['factur*', 'client*']],
    ['¿dónde están las facturas del cliente?', ['factur*', 'client*']],
    ['onde estão as faturas do cliente?', ['fatur*', 'client*']],
    // English stays as it was.
    ['where are the invoices of the client', ['invoices', 'client']],
    ['en passant rule', ['en', 'passant', 'rule']],
  ])('%s', (question, expected) => {
    expect(terms(question)).toEqual(expected);
  });

  const NOW = Date.parse('2026-11-16T12:00:00Z');
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  it.each([
    ['Woran habe ich letzten Dienstag gearbeitet?', '2026-11-10 2026-11-11', true],
    ['Was war vor zwei Wochen mit der Rechnung?', '2026-10-30 2026-11-06', false],
    ['Was habe ich vorgestern gemacht?', '2026-11-14 2026-11-15', true],
    ['am 7. Mai 2026 die Rechnungen', '2026-05-07 2026-05-08', false],
    ['qu’est-ce que j’ai fait hier', '2026-11-15 2026-11-16', true],
    ['sur quoi avons-nous travaillé la semaine dernière ?', '2026-11-09 2026-11-16', true],
    ['il y a 3 jours les factures', '2026-11-13 2026-11-14', false],
    ['¿en qué trabajé ayer?', '2026-11-15 2026-11-16', true],
    ['¿qué hicimos la semana pasada?', '2026-11-09 2026-11-16', true],
    ['el 3 de noviembre los pagos', '2026-11-03 2026-11-04', false],
    ['o que eu fiz ontem', '2026-11-15 2026-11-16', true],
    ['há três dias as faturas', '2026-11-13 2026-11-14', false],
    ['昨天我做了什么', '2026-11-15 2026-11-16', true],
    ['上周二数据库的问题', '2026-11-10 2026-11-11', false],
    ['三天前的支付回调', '2026-11-13 2026-11-14', false],
  ])('%s', (question, range, isOnlyTime) => {
    const { ranges, isOnlyTime: only } = readQuestion(question, NOW, () => 'UTC');
    expect(ranges.map(({ from, to }) => `${day(from)} ${day(to)}`)).toEqual([range]);
    expect(only).toBe(isOnlyTime);
  });

  it.each(['hier ist der Fehler in der Datei', 'the mars rover config', 'no passing test in mes.ts'])(
    'names no time: %s',
    (question) => {
      expect(readQuestion(question, NOW, () => 'UTC').ranges).toEqual([]);
    },
  );

  it('knows whose words are asked for', () => {
    const isOwn = (question: string): boolean => readQuestion(question, NOW, () => 'UTC').isOwn;
    expect(isOwn('What did I say about tabs?')).toBe(true);
    expect(isOwn('Was habe ich über Tabs gesagt?')).toBe(true);
    expect(isOwn('tell me about tabs')).toBe(false);
    expect(isOwn('What did Caroline paint?')).toBe(false);
  });
});
