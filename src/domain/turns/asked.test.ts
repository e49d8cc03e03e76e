import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { readRequest, withoutPasted } from './asked.ts';

/** Blocks as people paste them, with what they say before and behind. */
const PASTED = table<[string, string]>('asked-pasted');

describe.each(PASTED)('%s', (_, block) => {
  it('is one mark, and the words around it stay', () => {
    const asked = readRequest(`why does this happen\n\n${block}\n\nplease look into it`);
    expect(asked).toMatch(
      /^why does this happen\n\n\[pasted, \d+ lines: [^[\]\n]+\]\n\nplease look into it$/,
    );
    expect(withoutPasted(`why does this happen\n\n${block}\n\nplease look into it`)).toBe(
      'why does this happen\n\nplease look into it',
    );
  });

  it('that is all there is leaves no words of the person', () => {
    expect(readRequest(block)).toMatch(/^\[pasted, \d+ lines: [^[\]\n]+\]$/);
    expect(withoutPasted(block)).toBe('');
  });
});

it('takes what follows the head of a ticket for a part of it', () => {
  const ticket =
    'Status: Open\nAssignee: ann\nPriority: High\n\nThe tuner drifts.\n\nIt should not.';
  expect(readRequest(`take this one\n\n${ticket}`)).toBe(
    'take this one\n\n[pasted, 5 lines: Status: Open]',
  );
});

/** Requests of people, which are never taken for a paste. */
const REQUESTS = table<string>('asked-requests');

it.each(REQUESTS)('leaves a request as it is: %j', (request) => {
  expect(readRequest(request)).toBe(request);
});

describe('what a host adds', () => {
  it('is no request', () => {
    expect(readRequest('<task-notification>done</task-notification>')).toBe('');
    expect(readRequest('@agent Try Again')).toBe('');
    expect(readRequest('@agent Continue: "Continue to iterate?"')).toBe('');
    expect(readRequest('@agent try it with the tuner')).toBe('@agent try it with the tuner');
    expect(
      readRequest('This session is being continued from a previous conversation that ran out'),
    ).toBe('');
  });

  it('stands behind the request', () => {
    const host = "To-do's from the plan have already been created, do not create them again.";
    expect(readRequest(`Implement the plan as specified. ${host}`)).toBe(
      'Implement the plan as specified.',
    );
  });

  it('stands before the request, behind its heading', () => {
    const context = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n';
    expect(readRequest(`${context}## My request for Codex:\nfix the tuner`)).toBe('fix the tuner');
    expect(
      readRequest(
        '## Context\n\n- Current git status: On branch dev\n\n## Your task\n\nCommit it.',
      ),
    ).toBe('Commit it.');
  });
});

it('joins a heading to the line that leads to it', () => {
  expect(
    readRequest(
      'Implement the following plan:\n\n# Plan: faster tuner\n\n## Context\n\nIt drifts.',
    ),
  ).toBe('Implement the following plan: Plan: faster tuner\n\n## Context\n\nIt drifts.');
});

it.each(table<string>('asked-long'))('reads any number of %j at once', (part) => {
  expect(readRequest(part.repeat(100_000)).length).toBeLessThan(25_000);
});

it('reads a prompt of megabytes by its ends', () => {
  const asked = readRequest(
    `why is this red?\n\n${'2026-11-13 10:00:01 ERROR no\n'.repeat(100_000)}\nfix it please`,
  );
  expect(asked.startsWith('why is this red?')).toBe(true);
  expect(asked.endsWith('fix it please')).toBe(true);
  expect(asked.length).toBeLessThan(400);
});
