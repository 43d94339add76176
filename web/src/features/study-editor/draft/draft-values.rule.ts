import type { z } from 'zod';
import { type Study, StudyChange } from '../../../../../contracts/studies/studies';

/** What the editor changes of a study, as its fields hold it. */
export type DraftValues = Required<Omit<z.input<typeof StudyChange>, 'version'>>;
export type DraftField = keyof DraftValues;
/** Of one field, whichever. */
export type DraftValue = DraftValues[DraftField];

export const valuesOf = (study: Study): DraftValues => ({
  title: study.title,
  description: study.description ?? '',
  duration_minutes: study.duration_minutes,
  reward: study.reward,
  payment_terms: study.payment_terms,
  privacy_level: study.privacy_level,
  additional_notes: study.additional_notes ?? '',
  requirements: study.requirements,
  runtime: study.runtime,
  maximum_minutes: study.maximum_minutes,
  allow_repeats: study.allow_repeats,
  eligibility: study.eligibility,
});
export const fieldsOf = (values: DraftValues): DraftField[] => Object.keys(values) as DraftField[];

/**
 * In the order of their names, so that two texts are the same where the values are; without the hash
 * of a version, which the server adds to its id.
 */
const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name, one]) => one !== undefined && name !== 'sha256')
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;

/**
 * A field's value as the server would keep it (without spaces at the ends, an empty note as none),
 * in a text that is the same for the same value. What the contract refuses is compared as it is.
 */
export function keptAs(field: DraftField, value: unknown): string {
  const read = StudyChange.shape[field].safeParse(value);
  const kept = read.success ? read.data : value;
  return JSON.stringify(kept === '' ? null : (kept ?? null), sorted);
}

export const isSame = (field: DraftField, one: unknown, other: unknown): boolean =>
  keptAs(field, one) === keptAs(field, other);
