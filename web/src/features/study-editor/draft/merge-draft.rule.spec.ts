import { aStudy } from '../../../test/a-study';
import { type DraftValues, comparableDraftValue, draftValuesOf } from './draft-values.rule';
import { mergeDraft } from './merge-draft.rule';

const base = draftValuesOf(aStudy());
const having = (more: Partial<DraftValues>): DraftValues => ({ ...base, ...more });

test.each<[string, DraftValues, DraftValues, Partial<DraftValues>, object]>([
  ['what only they changed is taken', base, having({ title: 'B' }), { title: 'B' }, {}],
  ['what only this window changed stays', having({ title: 'A' }), base, { title: 'A' }, {}],
  [
    'different fields go together',
    having({ title: 'A' }),
    having({ description: 'B' }),
    { title: 'A', description: 'B' },
    {},
  ],
  [
    'of one field, both texts are kept',
    having({ title: 'A' }),
    having({ title: 'B' }),
    { title: 'A' },
    { title: 'B' },
  ],
  ['the same change is none', having({ title: 'A' }), having({ title: 'A ' }), { title: 'A' }, {}],
])('when two researchers change a draft, %s', (_, mine, theirs, values, conflicts) => {
  const merged = mergeDraft(base, mine, theirs, {});
  expect(merged.values).toMatchObject(values);
  expect(merged.conflicts).toEqual(conflicts);
});

test('an unresolved conflict stays unresolved, with the newest text of the other researcher', () => {
  const first = having({ title: 'B' });
  const { values, conflicts } = mergeDraft(base, having({ title: 'A' }), first, {});
  const next = mergeDraft(first, values, having({ title: 'C' }), conflicts);
  expect(next).toMatchObject({ values: { title: 'A' }, conflicts: { title: 'C' } });
  // Both researchers type the same text, so there is nothing to choose.
  expect(
    mergeDraft(having({ title: 'C' }), values, having({ title: 'A' }), next.conflicts),
  ).toEqual({
    values: having({ title: 'A' }),
    conflicts: {},
  });
});

test('a value is compared in the form in which the server stores it', () => {
  expect(comparableDraftValue('title', ' Faces ')).toBe(comparableDraftValue('title', 'Faces'));
  expect(comparableDraftValue('additional_notes', '')).toBe(
    comparableDraftValue('additional_notes', null),
  );
  expect(comparableDraftValue('reward', { amount: 1, currency: 'EUR' })).toBe(
    comparableDraftValue('reward', { currency: 'EUR', amount: 1 }),
  );
  expect(comparableDraftValue('title', 'Faces')).not.toBe(comparableDraftValue('title', 'Places'));
});
