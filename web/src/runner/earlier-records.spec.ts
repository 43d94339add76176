import { addressOf, lastPageFrom } from './earlier-records';

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
