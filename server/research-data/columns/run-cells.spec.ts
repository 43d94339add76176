import { isFinishedWithoutRows } from './run-cells';

describe('isFinishedWithoutRows', () => {
  it.each([0, 1, 6])('is true of a finished run without a row that has %i events', (events) => {
    const read = { rows: 0, events };
    expect(isFinishedWithoutRows({ state: 'finished' }, read)).toBe(true);
    expect(isFinishedWithoutRows({ state: 'open' }, read)).toBe(false);
  });

  it('is false of a finished run with a row', () => {
    expect(isFinishedWithoutRows({ state: 'finished' }, { rows: 1 })).toBe(false);
  });
});
