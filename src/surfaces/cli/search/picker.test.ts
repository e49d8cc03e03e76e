import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginPicking, type Picker, pressKey, shownResults, withResults } from './picker.ts';

const key = (name: string) => ({ name, text: '' });
const type = (text: string) => ({ name: text, text });
const found = (...results: string[]) => ({ results, remark: '' });

const NAMES = [
  'up',
  'down',
  'home',
  'end',
  'backspace',
  'ctrl-u',
  'ctrl-w',
  'pageup',
  'pagedown',
  'f5',
];

it('finds as one types, goes down and chooses', () => {
  let state: Picker<string> = beginPicking('');
  for (const letter of 'web') state = pressKey(state, type(letter));
  expect(state.query).toBe('web');
  state = withResults(state, 'web', found('a', 'b', 'c'));
  state = pressKey(pressKey(state, key('down')), key('return'));
  expect(state).toMatchObject({ at: 1, ended: 'chosen' });
});

it('drops results of an older query', () => {
  const state = pressKey(beginPicking<string>('we'), type('b'));
  expect(withResults(state, 'we', found('old')).results).toEqual([]);
});

it('Enter without results chooses nothing, Escape leaves', () => {
  expect(pressKey(beginPicking(''), key('return')).ended).toBeNull();
  expect(pressKey(beginPicking(''), key('escape')).ended).toBe('left');
});

it('after any keys the chosen one is among the results and among those that are shown', () => {
  const pressed = fc.oneof(
    fc.constantFrom(...NAMES).map(key),
    fc.string({ minLength: 1, maxLength: 1 }).map(type),
  );
  fc.assert(
    fc.property(
      fc.array(pressed),
      fc.nat(30),
      fc.integer({ min: 1, max: 12 }),
      (keys, count, room) => {
        const all = Array.from({ length: count }, (_, i) => String(i));
        let state: Picker<string> = beginPicking('');
        for (const one of keys) {
          state = pressKey(state, one);
          state = withResults(state, state.query, found(...all));
          expect(state.at).toBeLessThan(Math.max(1, count));
          const { from, shown } = shownResults(state, room);
          expect(shown.length).toBeLessThanOrEqual(room);
          if (count > 0) expect(shown[state.at - from]).toBe(all[state.at]);
        }
      },
    ),
  );
});
