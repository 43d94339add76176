import type { z } from 'zod';
import { type Study, StudyChange } from '../../../../../contracts/studies/studies';

/** The properties of a study that the editor can change, as its form fields store them. */
export type DraftValues = Required<Omit<z.input<typeof StudyChange>, 'version'>>;
export type DraftField = keyof DraftValues;
export type DraftValue = DraftValues[DraftField];

export const draftValuesOf = (study: Study): DraftValues => ({
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
  offers_credit: study.offers_credit,
  eligibility: study.eligibility,
});
export const draftFieldsOf = (values: DraftValues): DraftField[] =>
  Object.keys(values) as DraftField[];

/**
 * Sorts the keys for `JSON.stringify`, so that equal values give equal texts. It leaves out
 * `sha256`, the hash of the study's files, which only values from the server contain.
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
 * Returns a text by which two values of a field are compared. The texts are equal if the server
 * would store equal values: the server trims texts, and stores an empty text as null. A value that
 * the contract refuses is not trimmed.
 */
export function comparableDraftValue(field: DraftField, value: unknown): string {
  const read = StudyChange.shape[field].safeParse(value);
  const kept = read.success ? read.data : value;
  return JSON.stringify(kept === '' ? null : (kept ?? null), sorted);
}

export const isSameDraftValue = (field: DraftField, one: unknown, other: unknown): boolean =>
  comparableDraftValue(field, one) === comparableDraftValue(field, other);
