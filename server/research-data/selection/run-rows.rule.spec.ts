import { runContentOf, rowsOfRecord, type RunRecord } from './run-rows.rule';

const log = (...records: [RunRecord['kind'], string][]): RunRecord[] =>
  records.map(([kind, data], n) => ({ seq: n + 1, kind, data }));
const lost = '{"kind":"trial","bytes":9,"sha256":"00","reason":"too_long"}';

describe('the content of a run', () => {
  it('has each trial with its last amendment, in the place of the trial', () => {
    const { data, events, amended } = runContentOf(
      log(
        ['trial', '{"n":0}'],
        ['trial', '{"n":1}'],
        ['amend', '{"trial":0,"data":{"n":0,"late":1}}'],
        ['trial', '{"n":2}'],
        ['amend', '{"trial":0,"data":{"n":0,"late":2}}'],
        ['finish', '{}'],
      ),
    );
    expect(data.map(({ seq, data: text }) => [seq, text])).toEqual([
      [1, '{"n":0,"late":2}'],
      [2, '{"n":1}'],
      [4, '{"n":2}'],
    ]);
    expect(events).toEqual([]);
    expect(amended).toBe(2);
  });

  it('counts a lost trial, and restores it when it was amended', () => {
    const { data, events } = runContentOf(
      log(
        ['trial', '{"n":0}'],
        ['lost', lost],
        ['trial', '{"n":2}'],
        ['amend', '{"trial":1,"data":{"n":1}}'],
        ['amend', '{"trial":2,"data":{"n":2,"x":1}}'],
      ),
    );
    expect(data.map(({ data: text }) => text)).toEqual(['{"n":0}', '{"n":1}', '{"n":2,"x":1}']);
    expect(events.map(({ kind }) => kind)).toEqual(['lost']);
  });

  it('lists other records, and amendments without a trial, as events', () => {
    const { data, events, amended } = runContentOf(
      log(
        ['state', '{"area":"local","key":"a","value":"1"}'],
        ['amend', '{"trial":7,"data":{}}'],
        ['amend', '{"trial":"0"}'],
        ['amend', 'no JSON'],
        ['amend', `{"trial":0,"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
        ['event', '{"type":"blur"}'],
        ['file', '{"name":"a.webm"}'],
      ),
    );
    expect({ data, amended }).toEqual({ data: [], amended: 0 });
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('the rows of a record', () => {
  const of = (kind: 'trial' | 'text', data: string) => rowsOfRecord({ seq: 1, kind, data });

  it('are one for an object, several for a text that lists objects, and one value otherwise', () => {
    expect(of('trial', '{"a":1}')).toMatchObject([{ part: null, values: { a: 1 } }]);
    expect(of('text', '[{"a":1},{"a":2}]')).toMatchObject([
      { part: 1, values: { a: 1 } },
      { part: 2, values: { a: 2 } },
    ]);
    expect(of('trial', '[{"a":1}]')).toMatchObject([{ values: null, value: [{ a: 1 }] }]);
    expect(of('text', 'a,b\n1,2')).toMatchObject([{ values: null, value: 'a,b\n1,2' }]);
    expect(of('trial', '{"a":NaN}')).toMatchObject([{ values: null, value: '{"a":NaN}' }]);
    expect(of('trial', 'null')).toMatchObject([{ values: null, value: null }]);
    expect(of('text', '[]')).toMatchObject([{ values: null, value: [] }]);
  });
});

it('a list that is longer than a run can be stays one value', () => {
  const list = `[${Array.from({ length: 100_001 }, () => '{}').join()}]`;
  const [row, ...more] = rowsOfRecord({ seq: 1, kind: 'text', data: list });
  expect([row?.part, row?.values, more.length]).toEqual([null, null, 0]);
});
