import type { RecordKind, StartedRun } from '../../../../contracts/runtime/runtime';
import {
  pageAddressInRun,
  amendmentByRunPosition,
  resumePointOf,
  lastPageFromRecords,
  timingsByRunPosition,
  countTrials,
} from './earlier-records';

describe('the page at which a study of several pages resumes', () => {
  const page = (path: string) => ({
    kind: 'event' as const,
    data: JSON.stringify({ type: 'page', path }),
  });

  it('is the page that began last', () => {
    const trial = { kind: 'trial' as const, data: JSON.stringify({ type: 'page', path: 'x' }) };
    const broken = { kind: 'event' as const, data: '{' };
    expect(lastPageFromRecords([page('one.html'), page('two.html?a=1'), trial, broken])).toBe(
      'two.html?a=1',
    );
    expect(lastPageFromRecords([trial, broken])).toBeUndefined();
  });

  const entry = 'https://lab.example/s/key/start/index.html';
  it.each([
    ['two.html', 'https://lab.example/s/key/two.html'],
    ['parts/two.html?a=1', 'https://lab.example/s/key/parts/two.html?a=1'],
    ['../other/x.html', entry],
    ['/api/users/profile/', entry],
    ['//example.org/', entry],
    ['javascript:alert(1)', entry],
    ['https://example.org/', entry],
    ['a/../../../x', entry],
  ])('is one of the study’s own files, whatever its records say: %s', (path, address) => {
    expect(pageAddressInRun(path, entry)).toBe(address);
  });
});

describe('an amendment by a later page', () => {
  it('refers to a trial of that page, not to trials of earlier pages', () => {
    const records = [
      { kind: 'trial' as const, data: '{}' },
      { kind: 'lost' as const, data: '{"kind":"trial"}' },
      { kind: 'lost' as const, data: '{"kind":"text"}' },
      { kind: 'event' as const, data: '{}' },
    ];
    expect(countTrials(records)).toBe(2);
    expect(amendmentByRunPosition([2, 5], '{"trial":1,"data":{"trial":1}}')).toBe(
      '{"trial":5,"data":{"trial":1}}',
    );
    expect(amendmentByRunPosition([2], '{"trial":9,"data":{}}')).toBe('{"trial":-1,"data":{}}');
    expect(amendmentByRunPosition([2], '{"forged":true}')).toBe('{"forged":true}');
  });
});

it('The timing that a later page reports belongs to the trials of this page', () => {
  const data =
    '{"type":"trial_timing","trials":[[0,60,1,33.4,0],[1,12,0,17,null],[5,9,0,17,null]]}';
  expect(timingsByRunPosition([7, 9], data)).toBe(
    '{"type":"trial_timing","trials":[[7,60,1,33.4,0],[9,12,0,17,null],[-1,9,0,17,null]]}',
  );
});

describe('a study that cannot resume, when it is opened a second time', () => {
  const said = (type: string, kind: RecordKind = 'event') => ({
    kind,
    data: JSON.stringify({ type, area: 'local', key: 'a', value: 'b' }),
  });
  const begins = (...records: ReturnType<typeof said>[]) =>
    (['restart', 'one_sitting'] as const).map((mode) => {
      const run = { resume: { mode, hours: 24 }, url: 'https://lab.example/s/k/a.html' };
      return resumePointOf(run as StartedRun, records) !== undefined;
    });
  const yes = [true, true];
  const no = [false, false];

  it.each(['file_not_loaded', 'blocked', 'load_failed', 'error', 'automated', 'focus'])(
    'begins when the run has only events that occur without the study: %s',
    (type) => expect(begins(said(type))).toEqual(yes),
  );

  it('begins when the first page showed nothing, even if measurements were stored', () => {
    const empty = [said('blocked'), said('', 'state'), said('timing'), said('not_started')];
    expect(begins(...empty)).toEqual(yes);
    expect(begins(...empty, said('not_started'), said('blur'), said('hidden'))).toEqual(yes);
    // The study begins from the start, but it finds the values that it has stored, as in any
    // browser.
    expect(
      resumePointOf({ resume: { mode: 'restart' } } as StartedRun, empty)?.storage.local,
    ).toEqual({
      a: 'b',
    });
  });

  it('does not begin when the run has records or events of the study', () => {
    for (const kind of ['trial', 'text', 'amend', 'file', 'lost'] as const)
      expect(begins(said('not_started'), said('', kind))).toEqual(no);
    for (const type of ['timing', 'blur', 'stop', 'of the study'])
      expect(begins(said('error'), said(type))).toEqual(no);
    expect(begins(said('', 'state'))).toEqual(no);
    expect(begins(said('not_started'), said('began'))).toEqual(no);
    // A text that the study records counts as its data, even if it looks like one of our events.
    expect(begins(said('error', 'text'))).toEqual(no);
  });
});
