import { addressOf, amendmentAt, lastPageFrom, trialsIn } from './earlier-records';

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
