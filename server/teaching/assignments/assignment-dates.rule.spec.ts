import { errorOfAssignmentDates } from './assignment-dates.rule';

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour));

describe('Dates of an assignment', () => {
  it.each([
    ['no due date', null, null, null],
    ['a due date after the opening', at(10), at(11), null],
    ['a due date without an opening', null, at(11), null],
    ['a due date at the opening', at(10), at(10), 'before_opening'],
    ['a due date before the opening', at(12), at(11), 'before_opening'],
    ['a due date that is now', null, at(9), 'in_the_past'],
    ['a due date that has passed', null, at(8), 'in_the_past'],
  ])('with %s (%p to %p) have the fault %p', (_, opens_at, due_at, fault) =>
    expect(errorOfAssignmentDates({ opens_at, due_at }, at(9))).toBe(fault),
  );

  it('may keep a due date that has passed, as long as it is after the opening', () => {
    expect(errorOfAssignmentDates({ opens_at: at(7), due_at: at(8) }, null)).toBeNull();
    expect(errorOfAssignmentDates({ opens_at: at(8), due_at: at(8) }, null)).toBe('before_opening');
  });
});
