import { uniqueGroupNames } from './group-names.rule';

test.each([
  [[], []],
  [
    ['Stroop', 'Faces'],
    ['Stroop', 'Faces'],
  ],
  [
    ['Stroop', 'Faces', 'Stroop'],
    ['Stroop 1', 'Faces', 'Stroop 2'],
  ],
  [
    ['Stroop', 'Stroop 1', 'Stroop'],
    ['Stroop 2', 'Stroop 1', 'Stroop 3'],
  ],
  [
    ['A', 'A', 'A 1', 'A 1'],
    ['A 2', 'A 3', 'A 1 1', 'A 1 2'],
  ],
])('groupNames names groups with titles %j', (titles, names) => {
  expect(uniqueGroupNames(titles)).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
});
