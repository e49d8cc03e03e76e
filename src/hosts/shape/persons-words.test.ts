import { describe, expect, it } from 'vitest';
import { personsWords } from './persons-words.ts';

describe('nobody said', () => {
  it.each([
    ['an empty prompt', ' \n'],
    [
      'a task that finished',
      '<task-notification>\n<task-id>a1</task-id>\n</task-notification>\nRead it at /tmp/x',
    ],
    ['a task notice that was cut', '<task-notification>\n<summary>Agent "Look" finished'],
    ['an interruption', '[Request interrupted by user for tool use]'],
    ['a command alone', '/compact'],
    ['a setting', '<command-name>/model</command-name>\n<command-args>opus</command-args>'],
    [
      'a command without arguments',
      '<command-message>init</command-message><command-name>/init</command-name>',
    ],
    ['what a command printed', '<local-command-stdout>12 files</local-command-stdout>'],
    [
      'a shell line',
      '<bash-input>ls</bash-input>\n<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>',
    ],
    ['where Codex is', '<environment_context>\n  <cwd>/home/dev/proj</cwd>\n</environment_context>'],
    ['what a repository asks for', '<user_instructions>\nUse pnpm.\n</user_instructions>'],
    [
      'AGENTS.md',
      '# AGENTS.md instructions for /home/dev/proj\n\n<INSTRUCTIONS>\nUse pnpm.\n</INSTRUCTIONS>',
    ],
    ['permissions', '<permissions instructions>\nAll.\n</permissions instructions>'],
    ['where Gemini is', '<session_context>\nToday is Monday.\n</session_context>'],
    ['where Cline is', '<environment_details>\nfiles\n</environment_details>'],
    ['a skill of Codex', '<skill>\n<name>pdf</name>\nRead PDFs.\n</skill>'],
    ['a skill of pi', '<skill name="pdf" location="/x">\nRead PDFs.\n</skill>'],
  ])('%s', (_, prompt) => expect(personsWords(prompt)).toBeNull());
});

describe('a person said', () => {
  it.each([
    ['plain words', ' fix it\n', ' fix it\n'],
    ['words with brackets', 'is a < b and <b>bold</b>?', 'is a < b and <b>bold</b>?'],
    [
      'instructions of their own',
      '<INSTRUCTIONS>be brief</INSTRUCTIONS> go',
      '<INSTRUCTIONS>be brief</INSTRUCTIONS> go',
    ],
    ['an unclosed element', 'what does <skill> mean?', 'what does <skill> mean?'],
    ['a command with more', '/fix-issue 482', '/fix-issue 482'],
    ['a path', '/etc/hosts', '/etc/hosts'],
    ['words beside a notice', '<system-reminder>hint</system-reminder>\nfix it', 'fix it'],
    ['words after a skill', '<skill name="pdf" location="/x">\nRead.\n</skill>\n\nread a.pdf', 'read a.pdf'],
    [
      'the arguments of a command',
      '<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>the flaky test</command-args>',
      'the flaky test',
    ],
  ])('%s', (_, prompt, said) => expect(personsWords(prompt)).toBe(said));
});

it('is found in linear time', () => {
  for (const hostile of ['<skill name="', '<command-args>', '<task-notification ', '<environment_context>']) {
    const text = `x ${hostile.repeat(100_000)}.`;
    expect(personsWords(text)?.length).toBe(text.length);
  }
});
