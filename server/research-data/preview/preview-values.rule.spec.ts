import { dataPreviewLimits } from '../../../contracts/research-data/study-data-preview';
import { sortByParticipantCode, previewTextOfCell } from './preview-values.rule';

describe('The data preview', () => {
  it('shows values as tables write them, and shortens long ones', () => {
    expect([undefined, null, 1.5, true, 'red', { a: [1] }, ''].map(previewTextOfCell)).toEqual([
      null,
      null,
      '1.5',
      'true',
      'red',
      '{"a":[1]}',
      '',
    ]);
    for (const letter of ['x', '😀']) {
      const shown = previewTextOfCell(letter.repeat(5_000)) ?? '';
      expect([...shown]).toHaveLength(dataPreviewLimits.value);
      expect(shown.endsWith(`${letter}…`)).toBe(true);
      expect(previewTextOfCell(letter.repeat(dataPreviewLimits.value))).not.toContain('…');
    }
  });

  it('orders runs by participant code, in whatever order they are read', () => {
    const runs = [
      { participant: 'c', attempt: 1 },
      { participant: 'a', attempt: 2 },
      { participant: 'b', attempt: 1 },
      { participant: 'a', attempt: 1 },
    ];
    const told = (all: typeof runs) =>
      sortByParticipantCode(all).map((one) => one.participant + one.attempt);
    expect(told(runs)).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(told(runs.toReversed())).toEqual(told(runs));
  });
});
