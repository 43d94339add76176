import { dataPreviewLimits } from '../../../contracts/research-data/study-data-preview';
import { inOrder, shownValue } from './shown.rule';

describe('A look at the data', () => {
  it('has values as tables write them, and long ones shortened', () => {
    expect([undefined, null, 1.5, true, 'red', { a: [1] }, ''].map(shownValue)).toEqual([
      null,
      null,
      '1.5',
      'true',
      'red',
      '{"a":[1]}',
      '',
    ]);
    for (const letter of ['x', '😀']) {
      const shown = shownValue(letter.repeat(5_000)) ?? '';
      expect([...shown]).toHaveLength(dataPreviewLimits.value);
      expect(shown.endsWith(`${letter}…`)).toBe(true);
      expect(shownValue(letter.repeat(dataPreviewLimits.value))).not.toContain('…');
    }
  });

  it('is in the order of codes, whatever order the runs came in', () => {
    const runs = [
      { participant: 'c', attempt: 1 },
      { participant: 'a', attempt: 2 },
      { participant: 'b', attempt: 1 },
      { participant: 'a', attempt: 1 },
    ];
    const told = (all: typeof runs) => inOrder(all).map((one) => one.participant + one.attempt);
    expect(told(runs)).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(told(runs.toReversed())).toEqual(told(runs));
  });
});
