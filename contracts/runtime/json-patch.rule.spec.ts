import fc from 'fast-check';
import {
  patchBetween,
  sortMemberNames,
  isNestedDeeperThan,
  isSameJson,
  applyPatch,
  valueAtPointer,
  type JsonValue,
  type PatchOperation,
} from './json-patch.rule';

type Example = [
  about: string,
  before: JsonValue,
  patch: PatchOperation[],
  /** The changed document, or the reason why it is unchanged. */
  after: JsonValue,
];

/**
 * The numbered examples of RFC 6902, appendix A, and rules of its section 4 that have no example
 * there.
 */
const examples: Example[] = [
  ['A.1', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { baz: 'qux', foo: 'bar' }],
  [
    'A.2',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [
    'A.4',
    { foo: ['bar', 'qux', 'baz'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['bar', 'baz'] },
  ],
  [
    'A.5',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  ['A.9', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], 'test_failed'],
  [
    'A.10',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  ['A.12', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }], 'no_such_path'],
  ['A.14', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  ['A.15', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }], 'test_failed'],
  [
    'A.16',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
  ['add replaces a member', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
  ['add replaces the whole', { a: 1 }, [{ op: 'add', path: '', value: [1] }], [1]],
  ['add beyond the end', { a: [1] }, [{ op: 'add', path: '/a/2', value: 2 }], 'no_such_path'],
  ['an index has no leading zero', [1, 2], [{ op: 'remove', path: '/01' }], 'no_such_path'],
  ['remove of nothing', { a: 1 }, [{ op: 'remove', path: '/b' }], 'no_such_path'],
  ['remove behind the end', [1], [{ op: 'remove', path: '/-' }], 'no_such_path'],
  ['replace of nothing', {}, [{ op: 'replace', path: '/a', value: 1 }], 'no_such_path'],
  ['test of nothing', {}, [{ op: 'test', path: '/a', value: null }], 'no_such_path'],
  ['null is a value', { a: null }, [{ op: 'test', path: '/a', value: null }], { a: null }],
  [
    'test of objects, in whichever order',
    { a: { x: 1, y: [2] } },
    [{ op: 'test', path: '/a', value: { y: [2], x: 1 } }],
    { a: { x: 1, y: [2] } },
  ],
  ['copy', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
  ['move into itself', { a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }], 'no_such_path'],
  ['no pointer', { a: 1 }, [{ op: 'add', path: 'a', value: 1 }], 'invalid_pointer'],
  ['a wrong escape', { a: 1 }, [{ op: 'add', path: '/~2', value: 1 }], 'invalid_pointer'],
  [
    'all or nothing',
    { a: 1 },
    [
      { op: 'replace', path: '/a', value: 2 },
      { op: 'test', path: '/a', value: 1 },
    ],
    'test_failed',
  ],
];

const outcomeOf = (before: JsonValue, patch: PatchOperation[]): unknown => {
  try {
    return applyPatch(before, patch);
  } catch (error) {
    return (error as { fault?: string }).fault ?? error;
  }
};
/** Arbitrary JSON documents without minus zero, which JSON text cannot represent. */
const documents = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const escaped = (name: string) => name.replace(/~/g, '~0').replace(/\//g, '~1');

describe('a JSON Patch for a document', () => {
  it.each(examples)('conforms to RFC 6902: %s', (_about, before, patch, after) => {
    const given = JSON.stringify(before);
    expect(outcomeOf(before, patch)).toEqual(after);
    expect(JSON.stringify(before)).toBe(given);
  });

  it('restores a document when a removal follows an addition, for any document and name', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), documents),
        fc.string(),
        documents,
        (of, name, value) => {
          fc.pre(!Object.hasOwn(of, name) && name !== '__proto__');
          const path = `/${escaped(name)}`;
          const longer = applyPatch(of, [{ op: 'add', path, value }]);
          expect(isSameJson(valueAtPointer(longer, path), value)).toBe(true);
          expect(isSameJson(applyPatch(longer, [{ op: 'remove', path }]), of)).toBe(true);
        },
      ),
    );
  });

  it('moves a value like a copy followed by a removal of the original', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), documents, { minKeys: 1 }), fc.string(), (of, to) => {
        const from = `/${escaped(Object.keys(of)[0] ?? '')}`;
        const path = `/${escaped(to)}`;
        fc.pre(from !== path && ![from, path].includes('/__proto__'));
        const moved = applyPatch(of, [{ op: 'move', from, path }]);
        const copied = applyPatch(of, [
          { op: 'copy', from, path },
          { op: 'remove', path: from },
        ]);
        expect(isSameJson(moved, copied)).toBe(true);
      }),
    );
  });

  it('does not reach members inherited from Object.prototype', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty'])
      expect(valueAtPointer({}, `/${name}`)).toBeUndefined();
    const patch: PatchOperation[] = [{ op: 'add', path: '/__proto__', value: { bad: true } }];
    expect(outcomeOf({}, patch)).toBe('invalid_pointer');
    expect(({} as { bad?: boolean }).bad).toBeUndefined();
  });
});

describe('the document that participants share', () => {
  it('is the same regardless of the order of its members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), documents), (of) => {
        const backwards = Object.fromEntries(Object.entries(of).reverse());
        expect(isSameJson(sortMemberNames(of), of)).toBe(true);
        expect(JSON.stringify(sortMemberNames(of))).toBe(
          JSON.stringify(sortMemberNames(backwards)),
        );
      }),
    );
  });

  it('lists its differences to another document as patch operations', () => {
    const before = { a: 1, 'b/c': { d: 1, e: [1] }, gone: true };
    const after = { a: 1, 'b/c': { d: 2, e: [1, 2], f: null } };
    expect(patchBetween(before, after)).toEqual([
      { op: 'remove', path: '/gone' },
      { op: 'replace', path: '/b~1c/d' },
      { op: 'replace', path: '/b~1c/e' },
      { op: 'add', path: '/b~1c/f' },
    ]);
    expect(patchBetween(after, after)).toEqual([]);
  });

  it('is found to be nested too deep without being read to its end', () => {
    const deep = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) as unknown;
    expect(isNestedDeeperThan(deep, 32)).toBe(true);
    expect(isNestedDeeperThan([[1], { a: [2] }], 3)).toBe(false);
    expect(isNestedDeeperThan([[1], { a: [2] }], 2)).toBe(true);
  });
});
