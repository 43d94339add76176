import type { Block, Trial } from '../../../../../contracts/timeline/timeline';
import {
  groupsOf,
  numbersOf,
  orderOf,
  orders,
  roundsOf,
  textOfGroups,
  trialsIn,
  withOrder,
} from './order.rule';

const trial: Trial = {
  id: 't',
  type: 'trial',
  name: '',
  plugin: 'html-keyboard-response',
  parameters: {},
};
const block = (rows: number, more: Partial<Block> = {}): Block => ({
  id: 'b',
  type: 'block',
  name: '',
  nodes: [trial, trial],
  variables: { columns: ['a'], rows: Array.from({ length: rows }, (_, i) => [i]) },
  ...more,
});

describe('the order of the rows of a block', () => {
  it.each(orders)('can be %s, and back', (order) => {
    const one = withOrder(block(4), order, 4);
    expect(orderOf(one)).toBe(order);
    expect(withOrder(one, 'listed', 4)).toEqual(block(4));
  });

  it('draws at most the existing rows without replacement', () => {
    const many = block(4, { sample: { type: 'with_replacement', size: 40 } });
    expect(withOrder(many, 'without_replacement', 4).sample).toMatchObject({ size: 4 });
  });

  it('can be given in groups of rows, numbered from one', () => {
    expect(groupsOf('1-3; 4, 6')).toEqual([
      [0, 1, 2],
      [3, 5],
    ]);
    expect(
      textOfGroups([
        [0, 1, 2],
        [3, 5],
      ]),
    ).toBe('1-3; 4, 6');
    expect(['1-3', '', 'a; b', '0; 1', '1;'].map(groupsOf)).toEqual([null, null, null, null, null]);
    expect([numbersOf('1, 2;0.5'), numbersOf('1, x'), numbersOf('-1')]).toEqual([
      [1, 2, 0.5],
      null,
      null,
    ]);
  });

  it('counts rounds and trials', () => {
    expect(roundsOf(block(4))).toBe(4);
    expect(roundsOf(block(4, { repetitions: 3 }))).toBe(12);
    expect(roundsOf(withOrder(block(4), 'fixed_repetitions', 4))).toBe(8);
    expect(roundsOf(withOrder(block(5), 'alternate_groups', 5))).toBe(4);
    expect(trialsIn([trial, block(4, { repetitions: 2 })])).toBe(17);
    expect(trialsIn([block(3, { variables: undefined })])).toBe(2);
  });
});
