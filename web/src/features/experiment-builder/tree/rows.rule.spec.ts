import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import { treeRowsOf, treeActionOfKey, findRowByTypedLetters } from './rows.rule';

const trial = (id: string): TimelineNode => ({
  id,
  type: 'trial',
  name: id,
  plugin: 'html-keyboard-response',
  parameters: {},
});
const tree: TimelineNode[] = [
  trial('welcome'),
  { id: 'words', type: 'block', name: 'words', nodes: [trial('fixation'), trial('word')] },
  trial('end'),
];
const rows = treeRowsOf(tree, new Set());

describe('the visible rows of the timeline tree', () => {
  it('contain a node each, with its position', () => {
    expect(rows.map(({ id, level, place, siblings }) => [id, level, place, siblings])).toEqual([
      ['welcome', 1, 1, 3],
      ['words', 1, 2, 3],
      ['fixation', 2, 1, 2],
      ['word', 2, 2, 2],
      ['end', 1, 3, 3],
    ]);
    expect(treeRowsOf(tree, new Set(['words'])).map(({ id }) => id)).toEqual([
      'welcome',
      'words',
      'end',
    ]);
  });

  it.each([
    ['welcome', 'ArrowDown', { to: 'words' }],
    ['welcome', 'ArrowUp', null],
    ['words', 'ArrowRight', { to: 'fixation' }],
    ['words', 'ArrowLeft', { close: 'words' }],
    ['word', 'ArrowLeft', { to: 'words' }],
    ['welcome', 'ArrowLeft', null],
    ['word', 'Home', { to: 'welcome' }],
    ['word', 'End', { to: 'end' }],
    ['word', 'Enter', null],
  ])('have at %s the expected step for the key %s', (at, key, step) => {
    expect(treeActionOfKey(rows, at, key)).toEqual(step);
  });

  it('are found by typing the first letters of their names', () => {
    const find = (at: string, typed: string) =>
      findRowByTypedLetters(rows, ({ name }) => name, at, typed);
    expect(find('welcome', 'w')).toBe('words');
    expect(find('words', 'w')).toBe('word');
    expect(find('word', 'W')).toBe('welcome');
    expect(find('words', 'wo')).toBe('words');
    expect(find('welcome', 'x')).toBeNull();
  });
});
