import { storesAnswers } from './must-store-answers';

const answers = [true, false, null];
const shown = [true, false];
const all = answers.flatMap((no_rows) =>
  answers.flatMap((no_end) =>
    shown.flatMap((rehearsed_answers) =>
      shown.flatMap((rehearsed_end) =>
        shown.map((records_device) => ({
          ...{ no_rows, no_end, rehearsed_answers, rehearsed_end, records_device },
        })),
      ),
    ),
  ),
);
const isSilent = (known: (typeof all)[number]) =>
  known.rehearsed_end && !known.rehearsed_answers && !known.records_device;

test('storesAnswers allows the launch of a version when a rehearsal has disproved each error of its report', () => {
  for (const known of all.filter((one) => !isSilent(one))) {
    const { no_rows, no_end, rehearsed_answers, rehearsed_end } = known;
    const missing = [no_rows && !rehearsed_answers, no_end && !rehearsed_end];
    expect([known, storesAnswers(known)]).toEqual([known, !missing.includes(true)]);
  }
});

test('storesAnswers refuses a version when a rehearsal completed without an answer, whatever its report says', () => {
  const silent = all.filter((one) => isSilent(one));
  expect(silent).toHaveLength(9);
  expect(silent.filter((one) => storesAnswers(one))).toEqual([]);
});
