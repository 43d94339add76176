import type { TimelineBlock, Trial } from '../../../../../contracts/timeline/timeline';
import {
  parseRowGroups,
  parseNumberList,
  rowOrderOf,
  rowOrders,
  minimumRoundsOf,
  textOfRowGroups,
  countTrials,
  withRowOrder,
} from './order.rule';

const trial: Trial = {
  id: 't',
  type: 'trial',
  name: '',
  plugin: 'html-keyboard-response',
  parameters: {},
};
const block = (rows: number, more: Partial<TimelineBlock> = {}): TimelineBlock => ({
  id: 'b',
  type: 'block',
  name: '',
  nodes: [trial, trial],
  variables: { columns: ['a'], rows: Array.from({ length: rows }, (_, i) => [i]) },
  ...more,
});

describe('the order of the rows of a block', () => {
  it.each(rowOrders)('can be set to %s, and back to the order of the table', (order) => {
    const one = withRowOrder(block(4), order, 4);
    expect(rowOrderOf(one)).toBe(order);
    expect(withRowOrder(one, 'listed', 4)).toEqual(block(4));
  });

  it('draws at most the existing rows without replacement', () => {
    const many = block(4, { sample: { type: 'with_replacement', size: 40 } });
    expect(withRowOrder(many, 'without_replacement', 4).sample).toMatchObject({ size: 4 });
  });

  it('can be given in groups of rows, numbered from one', () => {
    expect(parseRowGroups('1-3; 4, 6')).toEqual([
      [0, 1, 2],
      [3, 5],
    ]);
    expect(
      textOfRowGroups([
        [0, 1, 2],
        [3, 5],
      ]),
    ).toBe('1-3; 4, 6');
    expect(['1-3', '', 'a; b', '0; 1', '1;'].map(parseRowGroups)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([parseNumberList('1, 2;0.5'), parseNumberList('1, x'), parseNumberList('-1')]).toEqual([
      [1, 2, 0.5],
      null,
      null,
    ]);
  });

  it('determines the number of rounds and of trials', () => {
    expect(minimumRoundsOf(block(4))).toBe(4);
    expect(minimumRoundsOf(block(4, { repetitions: 3 }))).toBe(12);
    expect(minimumRoundsOf(withRowOrder(block(4), 'fixed_repetitions', 4))).toBe(8);
    expect(minimumRoundsOf(withRowOrder(block(5), 'alternate_groups', 5))).toBe(4);
    expect(countTrials([trial, block(4, { repetitions: 2 })])).toBe(17);
    expect(countTrials([block(3, { variables: undefined })])).toBe(2);
  });
});
