/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { parseAddresses } from './addresses.rule';

const three = ['ada@uni.example', 'bob@uni.example', 'eve@uni.example'];

describe('a pasted list of addresses', () => {
  it.each([
    ['lines', 'ada@uni.example\nbob@uni.example\r\neve@uni.example\n'],
    ['commas', 'ada@uni.example, bob@uni.example,eve@uni.example'],
    ['semicolons', 'ada@uni.example; bob@uni.example; eve@uni.example;'],
    ['tabs', 'ada@uni.example\tbob@uni.example\teve@uni.example'],
    ['blanks', 'ada@uni.example bob@uni.example  eve@uni.example'],
    [
      'recipients with names',
      'Ada Lovelace <Ada@Uni.example>, "Builder, Bob" <bob@uni.example>; eve <eve@uni.example>',
    ],
    [
      'names before addresses',
      'Ada Lovelace ada@uni.example\nBob bob@uni.example\neve@uni.example',
    ],
    [
      'addresses as names',
      '"ada@uni.example" <ada@uni.example>\nbob@uni.example <bob@uni.example>\neve@uni.example',
    ],
    ['links', 'mailto:ada@uni.example\nbob@uni.example.\neve@uni.example'],
    ['repetitions', 'ada@uni.example\nbob@uni.example\nADA@uni.example\neve@uni.example'],
  ])('is read between %s', (_, pasted) =>
    expect(parseAddresses(pasted)).toEqual({ addresses: three, faults: [] }),
  );

  it('keeps the entries that are no addresses, in their order', () =>
    expect(
      parseAddresses('ada@uni.example\nbob(at)uni.example\nEmail\neve@uni\nbob@uni.example'),
    ).toEqual({
      addresses: ['ada@uni.example', 'bob@uni.example'],
      faults: ['bob(at)uni.example', 'Email', 'eve@uni'],
    }));

  it.each([
    'ada@uni.example bob@uni',
    'bob@@uni.example <ada@uni.example>',
    '"bob@uni" <ada@uni.example>',
    'ada@uni.example <bob@uni>',
  ])('keeps a whole entry if one of its addresses is none (%s)', (entry) =>
    expect(parseAddresses(entry)).toEqual({ addresses: [], faults: [entry] }),
  );

  it('stores a domain in ASCII, as the server does', () =>
    expect(parseAddresses('ada@möstermann.swiss').addresses).toEqual([
      'ada@xn--mstermann-07a.swiss',
    ]));

  it.each(['', ' \n ,; '])('gives nothing if it has no entries (%j)', (pasted) =>
    expect(parseAddresses(pasted)).toEqual({ addresses: [], faults: [] }),
  );
});
