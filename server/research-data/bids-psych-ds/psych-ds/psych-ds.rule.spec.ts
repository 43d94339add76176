import { researchDataTexts } from '../../research-data-texts';
import type { Column } from '../../columns/column.rule';
import { psychDsDescription } from './psych-ds.rule';

const { t } = researchDataTexts.in('en');
const column: Column = {
  ...{ name: 'like', type: 'integer', levels: [0, 1], range: [0, 1], values: 2, missing: 0 },
  ...{ unit: 'points', labels: [{ value: '0', label: 'no' }], questions: ['Do you?'] },
};
const described = (entry: Column) =>
  psychDsDescription({ title: 'A', description: '' }, [{ label: 'trials', columns: [entry] }], t)
    .variableMeasured[0];

/**
 * The properties of https://schema.org/PropertyValue, https://schema.org/DefinedTerm and those inherited from
 * Thing.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  PropertyValue: ['name', 'description', 'unitText', 'valueReference', 'minValue', 'maxValue'],
  DefinedTerm: ['name', 'termCode'],
};
function unknownIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(unknownIn);
  if (typeof value !== 'object' || value === null) return [];
  const type = String((value as { '@type'?: string })['@type']);
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === '@type' || known[type]?.includes(key) ? [] : [`${type}.${key}`]),
    ...unknownIn(inner),
  ]);
}

test('the Psych-DS description of a variable uses terms of schema.org only', () => {
  for (const entry of [
    column,
    { ...column, allowed: [0, 4] as const },
    { ...column, levels: null },
  ])
    expect(unknownIn(described(entry))).toEqual([]);
});

test('the Psych-DS description has levels as defined terms with labels, and the limits of the scale as limits', () => {
  expect(described({ ...column, allowed: [0, 4] })).toMatchObject({
    valueReference: [
      { '@type': 'DefinedTerm', termCode: '0', name: 'no' },
      { '@type': 'DefinedTerm', termCode: '1', name: '1' },
    ],
    minValue: 0,
    maxValue: 4,
  });
});

test('the Psych-DS description gives the range of the data in its text, not as limits', () => {
  const said = described(column);
  expect(said).not.toHaveProperty('minValue');
  expect(said).toMatchObject({ description: expect.stringContaining('Found: 0 to 1') as string });
});
