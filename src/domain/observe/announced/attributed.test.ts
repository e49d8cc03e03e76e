import { describe, expect, it } from 'vitest';
import { announcedIn } from '../announced.ts';
import { rulesIn } from '../said.ts';
import { attributedIn } from './attributed.ts';

const PASTED = 'I decided on MongoDB because the schema is flexible.\nFrom now on always use mongoose.';
const OWN = 'just clean up the orders schema';

/** The message without the text of others. */
function ownPart(message: string, agents = false, speaks?: (text: string) => boolean): string {
  const others = attributedIn(message, agents, speaks);
  return others ? message.slice(0, others.from) + message.slice(others.to) : message;
}

describe('a text behind an announcement is not the person’s', () => {
  it.each([
    'Summary by Copilot:',
    '**Summary by Copilot:**',
    'Summary by Copilot',
    'Copilot:',
    'copilot said:',
    'Here is what ChatGPT wrote:',
    'codex wrote this yesterday:',
    'codex wrote this yesterday',
    'gemini gave me this:',
    'look what copilot said',
    'look what copilot said, is that right?',
    'see what gemini suggested',
    'this is what the other agent said',
    'reply from the other agent:',
    'This came back from claude:',
    'Claude’s review:',
    'from codex:',
    'You said:',
    'Anna wrote:',
    'My boss said yesterday in the meeting:',
    'The README says:',
    'Zusammenfassung von Copilot:',
    'schau mal, das kam von copilot zurück, stimmt das?',
    'Copilot hat folgendes geschrieben:',
    'Codex meint:',
    'Frau Lindner schreibt:',
    'regarde la réponse de gemini :',
    'voici ce que copilot a écrit :',
    'Mira lo que dijo copilot:',
    'mira, copilot dijo esto',
    'Respuesta de Gemini:',
    'olha o que o codex respondeu:',
    'Resumo do Copilot:',
    'copilot说：',
    '这是gemini的回答：',
  ])('%s', (line) => {
    for (const gap of ['\n', '\n\n']) {
      const message = `${line}${gap}${PASTED}\n\n${OWN}`;
      expect(ownPart(message).trim()).toBe(`${line}\n${OWN}`);
      expect(rulesIn(message)).toEqual([]);
      expect(announcedIn(message).decisions).toEqual([]);
    }
  });

  it.each([
    'Rules for claude:',
    'Hey Claude, new rules:',
    'claude, from now on:',
    'Note to the agent:',
    'Instructions for Copilot:',
    'Für Claude:',
    'pour copilot :',
    'I said:',
    'As I said:',
    'That said:',
    'We said yesterday:',
    'wie gesagt:',
    'ich sagte es schon:',
    'on a dit :',
    'Our policy says:',
    'Codex said no. New rules:',
    'Two things:',
    'Remember:',
    "I don't like what copilot said.",
    'We use copilot.',
    'fix what codex broke',
    'Make the cursor blink:',
    'the position of the cursor:',
  ])('no announcement: %s', (line) => {
    expect(attributedIn(`${line}\n${PASTED}`)).toBeNull();
  });

  it.each([
    ['a fence', '```\nAlways use tabs.\n```'],
    ['a quotation', '> Always use tabs.'],
    ['quotation marks', '"Always use tabs."'],
  ])('%s says itself where it ends', (_, quoted) => {
    expect(rulesIn(`copilot said:\n${quoted}\nNever use tabs.`)).toEqual(['Never use tabs.']);
  });

  it('a line of code announces nothing', () => {
    expect(attributedIn('It fails:\n```\nthe agent said:\n500\n```\nFix it in a.ts')).toBeNull();
  });

  it('what a named agent did is its own word, what it should do is the person’s', () => {
    expect(ownPart(`Copilot: I moved it.\n${PASTED}`)).toBe('');
    expect(attributedIn('Claude: I want tabs.\nNever use spaces.')).toBeNull();
  });
});

describe('the person speaks again', () => {
  it.each([
    ['in small letters behind a blank line', 'Copilot:\nAll done.\n\nthanks, now the parser', true],
    ['with a question in the last line', 'Copilot:\nAll done.\nis that any good?', true],
    ['with a plea in the last line', 'Codex wrote this:\n- Rename it\nplease fix', true],
    ['not where the text itself is in small letters', 'Copilot:\nall done.\n\nnever use tabs', false],
    ['not with a paragraph like the others', 'Copilot:\nAll done.\n\nNever use tabs.', false],
    ['not before the last paragraph', 'Copilot:\nAll done.\n\nnever use tabs\n\nBye.', false],
  ])('%s', (_, message, again) => {
    const last = message.slice(message.lastIndexOf('\n') + 1);
    expect(ownPart(message).includes(last)).toBe(again);
  });

  it('where the caller knows its words', () => {
    const message = 'Copilot:\nAll done.\n\nMach nur das Schema sauber';
    expect(ownPart(message, true, (text) => text.startsWith('Mach'))).toBe(
      'Copilot:\nMach nur das Schema sauber',
    );
  });

  it('a colleague’s words count as well, unless agents are meant alone', () => {
    const message = 'The reviewer wrote:\n- rename the flag';
    expect(ownPart(message)).toBe('The reviewer wrote:\n');
    expect(ownPart(message, true)).toBe(message);
  });
});
