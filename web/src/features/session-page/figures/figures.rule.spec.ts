import { durationsInOneUnit, rateWindowOf } from './figures.rule';

test('durations are shown in seconds if the longest is below two minutes', () => {
  expect(durationsInOneUnit([1 / 60, 0.25, 1.9])).toEqual({ unit: 's', numbers: [1, 15, 114] });
  expect(durationsInOneUnit([0.5, 1.5, 2])).toEqual({ unit: 'min', numbers: [0.5, 1.5, 2] });
});

test('a rate measured over the first minutes is not labelled as an hourly rate', () => {
  expect(rateWindowOf(14 / 60)).toEqual({ unit: 'minutes', count: 14 });
  expect(rateWindowOf(1.5)).toEqual({ unit: 'minutes', count: 90 });
  expect(rateWindowOf(1)).toEqual({ unit: 'hours', count: 1 });
  expect(rateWindowOf(31.4)).toEqual({ unit: 'hours', count: 31 });
});
