import { exportFormats } from '../../../../../contracts/research-data/research-data';
import { bodyOf, formatsOf, kindOf, kinds } from './format.rule';

describe('The formats of exports', () => {
  it('each belong to exactly one kind', () => {
    const all = kinds.flatMap((kind) => [...formatsOf[kind]]);
    expect(new Set(all.map((one) => bodyOf(one).format))).toEqual(new Set(exportFormats));
    expect(all).toHaveLength(exportFormats.length + 1);
    for (const kind of kinds) for (const one of formatsOf[kind]) expect(kindOf(one)).toBe(kind);
  });
});
