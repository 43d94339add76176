import { newerContentOf } from './newer-content.rule';

const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
const version = (number: number) => ({
  _id: `0193a1b2-0000-7000-8000-00000000000${number}`,
  number,
  created_at: at(number),
});
const none = { saved_at: null, published_version: null };

test('the newest version is reported if its number is higher than that of the launched version', () => {
  for (let launched = 1; launched <= 5; launched++)
    for (let newest = 1; newest <= 5; newest++) {
      const all = Array.from({ length: newest }, (_, n) => version(n + 1));
      for (const versions of [all, [...all].reverse()])
        expect(newerContentOf(version(launched), versions, none)).toEqual({
          version: newest > launched ? version(newest) : null,
          draft: null,
        });
    }
});

test.each([
  ['was never saved', none, null],
  ['was saved after the version', { saved_at: at(3), published_version: null }, at(3)],
  ['has the content of a version', { saved_at: at(3), published_version: version(2)._id }, null],
  ['is older than the version', { saved_at: at(1), published_version: null }, null],
])('a draft that %s is reported as %s', (_, draft, told) => {
  expect(newerContentOf(version(2), [version(2), version(1)], draft).draft).toBe(told);
});
