import { inOneUnit, windowOf } from './figures.rule';

test('durations are shown in seconds if the longest is below two minutes', () => {
  expect(inOneUnit([1 / 60, 0.25, 1.9])).toEqual({ unit: 's', numbers: [1, 15, 114] });
  expect(inOneUnit([0.5, 1.5, 2])).toEqual({ unit: 'min', numbers: [0.5, 1.5, 2] });
});

test('a rate measured over the first minutes is not labelled as an hourly rate', () => {
  expect(windowOf(14 / 60)).toEqual({ unit: 'minutes', count: 14 });
  expect(windowOf(1.5)).toEqual({ unit: 'minutes', count: 90 });
  expect(windowOf(1)).toEqual({ unit: 'hours', count: 1 });
  expect(windowOf(31.4)).toEqual({ unit: 'hours', count: 31 });
});
