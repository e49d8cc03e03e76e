import { expect, test } from 'vitest';
import { isForAllWork } from './everywhere.ts';

test.each([
  'one thing that holds for all my repos: you never push, i push myself',
  'Commits are signed, in every repository of ours.',
  'In all of my projects we write British English.',
  'in allen Repos gilt: nie auf main pushen',
  'Kommentare in allen meinen Projekten auf Englisch',
  'dans tous mes projets, les commits sont en anglais',
  'nunca hagas push, en todos mis repos',
  'em todos os meus projetos os commits são em inglês',
  '我的所有项目都用英文提交',
])('for all work: %s', (rule) => expect(isForAllWork(rule)).toBe(true));

test.each([
  'never push to main',
  'we use pnpm in this repo',
  'every project needs an owner',
  'all projects of a customer are shown on one page, always',
  'in diesem Projekt wird nie gepusht',
  'tous les projets ont un responsable',
  'todos los proyectos tienen dueño',
  '所有接口都必须有测试',
])('for this repository: %s', (rule) => expect(isForAllWork(rule)).toBe(false));
