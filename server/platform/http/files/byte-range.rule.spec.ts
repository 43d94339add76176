import { byteRangeOf } from './byte-range.rule';

describe('byte range of a resumed download', () => {
  const of = (range: string | undefined, ifRange?: string) =>
    byteRangeOf(range, { size: 100, etag: '"a"', ifRange });

  it.each([
    ['bytes=0-', [0, 99]],
    ['bytes=40-', [40, 99]],
    ['bytes=40-49', [40, 49]],
    ['bytes=99-99', [99, 99]],
    ['Bytes=40-1000', [40, 99]],
    ['bytes=-10', [90, 99]],
    ['bytes=-1000', [0, 99]],
  ])('%s means the bytes %j', (range, [first, last]) => expect(of(range)).toEqual({ first, last }));

  it.each([
    [undefined],
    ['bytes=-'],
    ['bytes=100-'],
    ['bytes=50-40'],
    ['bytes=-0'],
    ['bytes=0-1,5-6'],
    ['bytes=0-1,200-'],
    ['lines=1-2'],
    ['bytes=a-b'],
    ['bytes=1e1-'],
    [''],
  ])('%s means the complete file', (range) => expect(of(range)).toBeNull());

  it('applies only if the client has a part of the same version of the file', () => {
    expect(of('bytes=40-', '"a"')).toEqual({ first: 40, last: 99 });
    expect(of('bytes=40-', '"b"')).toBeNull();
    expect(of('bytes=40-', 'W/"a"')).toBeNull();
  });
});
