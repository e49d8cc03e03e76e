import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { askedIn, personsWords } from './asked.ts';

/** Blocks as people paste them, with what they say before and behind. */
const PASTED: Readonly<Record<string, string>> = {
  'a log':
    '2026-11-13T10:00:01Z INFO start\n2026-11-13T10:00:02Z WARN slow query\n2026-11-13T10:00:03Z ERROR timeout',
  'a log with times in brackets':
    '(2026-02-20T18:03:47-05:00) Session created\n(2026-02-20T18:03:48-05:00) Session updated\n(2026-02-20T18:03:49-05:00) Session updated',
  'a terminal, with blank lines and lines of plain words':
    '[02/25/26 8:37  ~/src/radio] ./radio sync\n\nParsing sessions [1/1]\nSyncing files [1/1]\n\n✅ Sync complete! 1 session\n\n  ⏭️ 1 session skipped\n  ✨ 0 new sessions',
  'two lines of a terminal': 'dev@host:~/radio$ make tune\nmake: *** [tune] Error 2',
  'a stack trace of Node':
    "TypeError: Cannot read properties of undefined (reading 'kHz')\n    at tune (/srv/radio/tuner.ts:12:9)\n    at main (/srv/radio/main.ts:4:3)",
  'a stack trace of Python':
    'Traceback (most recent call last):\n  File "tune.py", line 3, in <module>\n    tune(None)\nValueError: no band',
  'tests of Go':
    '=== Failed\n=== FAIL: pkg/tuner TestTune (0.75s)\n    tuner_test.go:23: Loading the table of bands\n        Step 1: open it\n    tuner_test.go:28: no such file\nDONE 853 tests, 2 skipped, 1 failure in 13.435s',
  'errors of a compiler':
    "src/tuner.ts(12,3): error TS2322: Type 'string' is not assignable\nsrc/tuner.ts(14,3): error TS2322: Type 'string' is not assignable\nFound 2 errors in the same file.",
  'a linter': 'pkg/a.go:96:4: QF1012: Use Fprintf\npkg/a.go:99:4: QF1012: Use Fprintf\npkg/b.go:12:1: unused',
  'a diff':
    'diff --git a/tuner.ts b/tuner.ts\nindex 3fc23d2..f6a4f38 100644\n--- a/tuner.ts\n+++ b/tuner.ts\n@@ -1,3 +1,3 @@\n export const a = 1;\n- the old line of prose, which ends like a sentence.\n+ the new line of prose, which ends like a sentence.',
  JSON: '{\n  "name": "radio",\n  "bands": [1, 2],\n  "deep": { "a": null }\n}',
  'part of JSON': '    "019c7d4b": {\n      "user_message_count": 5,\n      "provider": "Codex CLI"\n    },',
  YAML: '    runs-on: ubuntu\n    steps:\n    timeout: 5\n    env:\n        CI: 1',
  'a mail':
    'From: Ann <ann@example.org>\nTo: Bob\nSubject: the tuner\n\nHi Bob,\n\nwe always ship on Fridays, please keep it so.\n\nBest\nAnn',
  'fenced code': '```ts\nconst a = 1;\nconst b = 2;\n```',
  'a quotation': '> we always use tabs\n> and never spaces\n> says the guide',
};

describe.each(Object.entries(PASTED))('%s', (_, block) => {
  it('is one mark, and the words around it stay', () => {
    const asked = askedIn(`why does this happen\n\n${block}\n\nplease look into it`);
    expect(asked).toMatch(
      /^why does this happen\n\n\[pasted, \d+ lines: [^[\]\n]+\]\n\nplease look into it$/,
    );
    expect(personsWords(`why does this happen\n\n${block}\n\nplease look into it`)).toBe(
      'why does this happen\n\nplease look into it',
    );
  });

  it('that is all there is leaves no words of the person', () => {
    expect(askedIn(block)).toMatch(/^\[pasted, \d+ lines: [^[\]\n]+\]$/);
    expect(personsWords(block)).toBe('');
  });
});

it('takes what follows the head of a ticket for a part of it', () => {
  const ticket = 'Status: Open\nAssignee: ann\nPriority: High\n\nThe tuner drifts.\n\nIt should not.';
  expect(askedIn(`take this one\n\n${ticket}`)).toBe('take this one\n\n[pasted, 5 lines: Status: Open]');
});

/** Requests of people, which are never taken for a paste. */
const REQUESTS = table<string>('asked-requests');

it.each(REQUESTS)('leaves a request as it is: %j', (request) => {
  expect(askedIn(request)).toBe(request);
});

describe('what a host adds', () => {
  it('is nobody’s request', () => {
    expect(askedIn('<task-notification>done</task-notification>')).toBe('');
    expect(askedIn('This session is being continued from a previous conversation that ran out')).toBe('');
  });

  it('stands before the request, behind its heading', () => {
    const context = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n';
    expect(askedIn(`${context}## My request for Codex:\nfix the tuner`)).toBe('fix the tuner');
    expect(askedIn('## Context\n\n- Current git status: On branch dev\n\n## Your task\n\nCommit it.')).toBe(
      'Commit it.',
    );
  });
});

it('joins a heading to the line that leads to it', () => {
  expect(askedIn('Implement the following plan:\n\n# Plan: faster tuner\n\n## Context\n\nIt drifts.')).toBe(
    'Implement the following plan: Plan: faster tuner\n\n## Context\n\nIt drifts.',
  );
});

it.each(table<string>('asked-long'))('reads any number of %j at once', (part) => {
  expect(askedIn(part.repeat(100_000)).length).toBeLessThan(25_000);
});

it('reads a prompt of megabytes by its ends', () => {
  const asked = askedIn(
    `why is this red?\n\n${'2026-11-13 10:00:01 ERROR no\n'.repeat(100_000)}\nfix it please`,
  );
  expect(asked.startsWith('why is this red?')).toBe(true);
  expect(asked.endsWith('fix it please')).toBe(true);
  expect(asked.length).toBeLessThan(400);
});
