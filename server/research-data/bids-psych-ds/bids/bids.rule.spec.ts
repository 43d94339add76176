import { researchDataTexts } from '../../research-data-texts';
import { columnFromStats } from '../../columns/column.rule';
import { ColumnStats } from '../../columns/column-stats.rule';
import type { Json } from '../../../runtime/record-format/json.rule';
import { bidsEvents, bidsPath, bidsSidecar } from './bids.rule';

const { t } = researchDataTexts.in('en');
const entry = (name: string, values: Json[], more: object = {}) => {
  const stats = new ColumnStats();
  values.forEach((value) => stats.add(value));
  return { ...columnFromStats(name, stats, values.length), ...more };
};

test('bidsPath contains participant, session, task and run number', () => {
  const names = { sub: '0a', ses: null, task: 'Stroop', run: null };
  expect(bidsPath(names, 'beh')).toBe('sub-0a/beh/sub-0a_task-Stroop_beh.tsv');
  expect(bidsPath({ ...names, ses: '2', run: 3 }, 'events')).toBe(
    'sub-0a/ses-2/beh/sub-0a_ses-2_task-Stroop_run-3_events.tsv',
  );
});

test('bidsSidecar describes each column with the levels of texts and the range of numbers', () => {
  const sidecar = bidsSidecar(
    { title: ' Stroop ', description: '' },
    [
      entry('rt', [1, 0.5], { description: 'In milliseconds', unit: 'ms' }),
      entry('n', [1, 2]),
      entry('far', [1e300]),
      entry('mixed', [1, 'x']),
      entry('said', ['red', 'a\tb'], { renamed_from: 'onset' }),
      entry('__proto__', [1]),
    ],
    t,
  );
  expect(Object.keys(sidecar)).toEqual([
    'TaskName',
    'rt',
    'n',
    'far',
    'mixed',
    'said',
    '__proto__',
  ]);
  expect(sidecar).toMatchObject({
    TaskName: 'Stroop',
    rt: { Description: 'In milliseconds. Found: 0.5 to 1', Format: 'number', Units: 'ms' },
    n: { Format: 'integer' },
    far: { Format: 'number' },
    said: {
      LongName: 'onset',
      Description: 'A value that the study recorded as "onset"',
      Levels: { red: 'red', '"a\\tb"': 'a\tb' },
    },
  });
  expect(sidecar).toHaveProperty('mixed', { Description: 'A value that the study recorded' });
});

test('bidsSidecar labels levels, and lists numbers as levels when each has a label', () => {
  const labels = [
    { value: '1', label: 'never' },
    { value: '2', label: 'always' },
    { value: '-1', label: 'no answer' },
  ];
  const about = { title: 'Mood', description: '' };
  const said = [{ value: 'l', label: 'left' }];
  const sidecar = bidsSidecar(
    about,
    [
      entry('mood', [1, 2], { labels }),
      entry('age', [-1, 31], { labels: labels.slice(2), description: 'Years' }),
      entry('side', ['l', 'r'], { labels: said }),
      entry('list', [[1], [2]], { labels: said, description: 'Sides' }),
    ],
    t,
  );
  expect(sidecar).toMatchObject({
    mood: { Levels: { 1: 'never', 2: 'always', '-1': 'no answer' }, Format: 'integer' },
    age: { Description: 'Years (-1: no answer). Found: -1 to 31' },
    side: { Levels: { l: 'left', r: 'r' } },
    list: { Description: 'Sides (l: left)' },
  });
  expect(sidecar).not.toHaveProperty('age.Levels');
});

describe('bidsEvents', () => {
  const at = { onset: 0, duration: 1, others: [2] };

  it('returns the rows ordered by onset when each row has one', () => {
    expect(
      bidsEvents(
        [
          [3.5, undefined, 'b'],
          [1, 0.5, 'a'],
        ],
        at,
      ),
    ).toEqual([
      [1, 0.5, 'a'],
      [3.5, null, 'b'],
    ]);
    expect(bidsEvents([[1, 'x']], { onset: 0, duration: -1, others: [] })).toEqual([[1, null]]);
  });

  it('returns null when an onset is missing or beyond a month in seconds', () => {
    for (const onset of [undefined, null, '1', -61, 31 * 86_400, 1_795_000_000_000])
      expect(
        bidsEvents(
          [
            [1, 1],
            [onset, 1],
          ],
          at,
        ),
      ).toBeNull();
    expect(bidsEvents([[1, -1]], at)).toBeNull();
    expect(bidsEvents([], at)).toBeNull();
  });
});

test('bidsSidecar writes the limits of the scale, and the question before the description', () => {
  const scale = entry('like', [0, 1], { allowed: [0, 4], questions: ['Do you?'] });
  expect(bidsSidecar({ title: 'A', description: '' }, [scale], t)).toMatchObject({
    like: {
      Description: 'Asked: “Do you?”. A value that the study recorded',
      Minimum: 0,
      Maximum: 4,
    },
  });
});
