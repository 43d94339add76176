import {
  addressOf,
  amendmentAt,
  lastPageFrom,
  ofStudy,
  timingsAt,
  trialsIn,
} from './earlier-records';

describe('The page at which a study of several pages goes on', () => {
  const page = (path: string) => ({
    kind: 'event' as const,
    data: JSON.stringify({ type: 'page', path }),
  });

  it('is the one that began last', () => {
    const trial = { kind: 'trial' as const, data: JSON.stringify({ type: 'page', path: 'x' }) };
    const broken = { kind: 'event' as const, data: '{' };
    expect(lastPageFrom([page('one.html'), page('two.html?a=1'), trial, broken])).toBe(
      'two.html?a=1',
    );
    expect(lastPageFrom([trial, broken])).toBeUndefined();
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
    expect(addressOf(path, entry)).toBe(address);
  });
});

describe('An amendment of a later page', () => {
  it('is of the trial that this page made, whatever earlier pages did', () => {
    const records = [
      { kind: 'trial' as const, data: '{}' },
      { kind: 'lost' as const, data: '{"kind":"trial"}' },
      { kind: 'lost' as const, data: '{"kind":"text"}' },
      { kind: 'event' as const, data: '{}' },
    ];
    expect(trialsIn(records)).toBe(2);
    expect(amendmentAt([2, 5], '{"trial":1,"data":{"trial":1}}')).toBe(
      '{"trial":5,"data":{"trial":1}}',
    );
    expect(amendmentAt([2], '{"trial":9,"data":{}}')).toBe('{"trial":-1,"data":{}}');
    expect(amendmentAt([2], '{"forged":true}')).toBe('{"forged":true}');
  });
});

it('What was measured during the trials of a later page is of the trials that this page made', () => {
  const data =
    '{"type":"trial_timing","trials":[[0,60,1,33.4,0],[1,12,0,17,null],[5,9,0,17,null]]}';
  expect(timingsAt([7, 9], data)).toBe(
    '{"type":"trial_timing","trials":[[7,60,1,33.4,0],[9,12,0,17,null],[-1,9,0,17,null]]}',
  );
});

test('what did not come before the study is nothing that was done in it', () => {
  const gone = {
    kind: 'event' as const,
    data: '{"type":"file_not_loaded","file":"a.png","why":"blocked"}',
  };
  const blur = { kind: 'event' as const, data: '{"type":"blur","at":1}' };
  const text = { kind: 'text' as const, data: gone.data };
  expect(ofStudy([gone, blur, text])).toEqual([blur, text]);
});
