import { exportFormats } from '../../../../../contracts/research-data/research-data';
import {
  exportFormatBodyOf,
  exportFormatsByKind,
  exportFormatKindOf,
  exportFormatKinds,
} from './format.rule';

describe('The formats of exports', () => {
  it('each belong to exactly one kind', () => {
    const all = exportFormatKinds.flatMap((kind) => [...exportFormatsByKind[kind]]);
    expect(new Set(all.map((one) => exportFormatBodyOf(one).format))).toEqual(
      new Set(exportFormats),
    );
    expect(all).toHaveLength(exportFormats.length + 1);
    for (const kind of exportFormatKinds)
      for (const one of exportFormatsByKind[kind]) expect(exportFormatKindOf(one)).toBe(kind);
  });
});
