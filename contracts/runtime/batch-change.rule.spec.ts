import { applyBatchSessionChange } from './batch-change.rule';
import type { PatchOperation } from './json-patch.rule';

const by = (patch: PatchOperation[], document = {}) =>
  applyBatchSessionChange(document, { patch, expects: [] });

describe('change of the document that participants share', () => {
  it('is refused as too large when copies double in size, before they are made', () => {
    const doubled = Array.from(
      { length: 100 },
      () => ({ op: 'copy', from: '', path: '/a/-' }) as const,
    );
    expect(by(doubled, { a: [1] })).toEqual({ outcome: 'too_large' });
  });

  it('is refused as too large when many copies of a large text are made', () => {
    const copies = Array.from(
      { length: 10 },
      (_, i) => ({ op: 'copy', from: '/a', path: `/${i}` }) as const,
    );
    expect(by(copies, { a: 'x'.repeat(50_000) })).toEqual({ outcome: 'too_large' });
  });

  it('may copy values that fit the size limit', () => {
    const changed = by([{ op: 'copy', from: '/a', path: '/b' }], { a: ['x'.repeat(40_000)] });
    expect(changed.outcome).toBe('applied');
  });

  it('of a copied value leaves the other copy as it is', () => {
    const changed = by(
      [
        { op: 'add', path: '/a/x', value: 1 },
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/a/x', value: 2 },
      ],
      { a: {} },
    );
    expect(changed).toMatchObject({ document: { a: { x: 2 }, b: { x: 1 } } });
  });

  it('does not change object prototypes, whatever the names of members', () => {
    const value = JSON.parse('{"__proto__": {"isPolluted": true}}') as Record<string, never>;
    const changed = by([
      { op: 'add', path: '/a', value },
      { op: 'add', path: '/constructor', value: {} },
      { op: 'add', path: '/constructor/prototype', value: { isPolluted: true } },
    ]);
    expect(changed.outcome).toBe('applied');
    expect('isPolluted' in {}).toBe(false);
    expect(by([{ op: 'add', path: '/__proto__/isPolluted', value: true }])).toEqual({
      outcome: 'invalid_pointer',
    });
  });
});
