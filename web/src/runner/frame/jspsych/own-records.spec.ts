import { OwnRecords } from './own-records';

describe('Trials that a study also records by itself', () => {
  it('are stored once, whichever way they come first', () => {
    const own = new OwnRecords();
    const [first, second] = [{ rt: 1 }, { rt: 2 }];
    expect([own.takes(first), own.adds(first)]).toEqual([true, false]);
    expect([own.adds(second), own.takes(second)]).toEqual([true, false]);
  });

  it('are recognised as the same object: another trial with the same values is stored', () => {
    const own = new OwnRecords();
    expect([own.takes({ rt: 1 }), own.adds({ rt: 1 }), own.adds('word'), own.adds(null)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('make it a study that says its end itself', () => {
    const own = new OwnRecords();
    own.takes({ rt: 1 });
    expect(own.speaksItself).toBe(false);
    own.adds({ rt: 1 });
    expect(own.speaksItself).toBe(true);
  });
});
