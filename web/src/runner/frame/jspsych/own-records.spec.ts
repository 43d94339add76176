import { TrialDeduplication } from './own-records';

describe('trials that a study also records itself', () => {
  it('are stored once, in either order', () => {
    const own = new TrialDeduplication();
    const [first, second] = [{ rt: 1 }, { rt: 2 }];
    expect([own.takes(first), own.adds(first)]).toEqual([true, false]);
    expect([own.adds(second), own.takes(second)]).toEqual([true, false]);
  });

  it('are recognised by object identity: another trial with equal values is stored', () => {
    const own = new TrialDeduplication();
    expect([own.takes({ rt: 1 }), own.adds({ rt: 1 }), own.adds('word'), own.adds(null)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('leave the end of the study to the study itself', () => {
    const own = new TrialDeduplication();
    own.takes({ rt: 1 });
    expect(own.speaksItself).toBe(false);
    own.adds({ rt: 1 });
    expect(own.speaksItself).toBe(true);
  });
});
