import { isHeard } from './must-be-heard';

const both = [false, true];
const cases = both.flatMap((no_rows) =>
  both.flatMap((no_end) =>
    both.flatMap((rehearsed_answers) =>
      both.map((rehearsed_end) => ({ no_rows, no_end, rehearsed_answers, rehearsed_end })),
    ),
  ),
);

describe('isHeard', () => {
  it('refuses a version that a rehearsal completed without an answer, whatever its report says', () => {
    const silent = cases.filter((one) => one.rehearsed_end && !one.rehearsed_answers);
    expect(silent).toHaveLength(4);
    expect(silent.filter((one) => isHeard(one))).toEqual([]);
  });

  it('takes a version that a rehearsal completed with answers', () => {
    const heard = cases.filter((one) => one.rehearsed_end && one.rehearsed_answers);
    expect(heard.every((one) => isHeard(one))).toBe(true);
  });

  it('needs no rehearsal where the report has no doubt', () => {
    const none = { rehearsed_answers: false, rehearsed_end: false };
    expect(isHeard({ ...none, no_rows: false, no_end: false })).toBe(true);
    expect(isHeard({ ...none, no_rows: true, no_end: false })).toBe(false);
    expect(isHeard({ ...none, no_rows: false, no_end: true })).toBe(false);
  });
});
