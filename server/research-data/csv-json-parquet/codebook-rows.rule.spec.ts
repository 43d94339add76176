import { codebookColumns, codebookRows } from './codebook-rows.rule';
import { csvLine } from './text-lines.rule';
import { columnFromStats } from '../columns/column.rule';
import { ColumnStats } from '../columns/column-stats.rule';

test('codebookRows has a row for each column, with formulas escaped for spreadsheets', () => {
  const [row = []] = codebookRows('data', [
    {
      ...{ name: 'mood', type: 'integer', levels: [1, 2], range: [1, 2], values: 9, missing: 1 },
      ...{ description: '=1+1', unit: 'points', labels: [{ value: '1', label: 'never' }] },
    },
  ]);
  const { length } = codebookColumns([]);
  expect(row).toHaveLength(length);
  expect(csvLine(row, true)).toBe(
    `data,mood,integer,'=1+1,points,"[1,2]","{""1"":""never""}",,,,1,2,9,1,0,0,,\r\n`,
  );
});

test.each([
  ['condition', ['a', 'b']],
  ['run_participant', null],
  ['run_session', null],
])('columnOf gives %s the levels %j', (name, levels) => {
  const stats = new ColumnStats();
  for (const value of ['a', 'b', 'a']) stats.add(value);
  expect(columnFromStats(name, stats, 3)).toMatchObject({ name, levels, values: 3, missing: 0 });
});
