import { birthdayProblem, earliestBirthday } from './birthday';

const today = '2026-11-21';

test('yesterday and the day 130 years ago are possible birthdays', () => {
  expect([
    birthdayProblem('2026-11-20', today),
    birthdayProblem('1896-11-21', today),
    birthdayProblem('1994-02-28', today),
  ]).toEqual([null, null, null]);
});
test('today and tomorrow are no possible birthdays', () =>
  expect([birthdayProblem(today, today), birthdayProblem('2026-11-22', today)]).toEqual([
    'in_the_future',
    'in_the_future',
  ]));
test('a birthday more than 130 years ago or in year 0 is refused', () => {
  expect([birthdayProblem('1896-11-20', today), birthdayProblem('0000-01-01', today)]).toEqual([
    'too_long_ago',
    'too_long_ago',
  ]);
});
test('on 29 February, the earliest birthday is the 29 February 130 years earlier', () =>
  expect(earliestBirthday('2028-02-29')).toBe('1898-02-29'));
