import { isHeard } from './must-be-heard';

const answers = [true, false, null];
const shown = [true, false];
const all = answers.flatMap((no_rows) =>
  answers.flatMap((no_end) =>
    shown.flatMap((rehearsed_answers) =>
      shown.map((rehearsed_end) => ({ no_rows, no_end, rehearsed_answers, rehearsed_end })),
    ),
  ),
);

test('a version is launched where each fault of its report was shown to be none', () => {
  for (const known of all) {
    const { no_rows, no_end, rehearsed_answers, rehearsed_end } = known;
    const missing = [no_rows && !rehearsed_answers, no_end && !rehearsed_end];
    expect([known, isHeard(known)]).toEqual([known, !missing.includes(true)]);
  }
});
