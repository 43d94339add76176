import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { showFieldErrors } from '../../lib/form';
import { ApiError } from '../../lib/http/api';

/** For each field, the texts of the refusals that are shown at it, by their codes. */
export type RefusalTexts<In extends FieldValues> = Partial<
  Record<string, readonly [field: FieldPath<In>, text: string]>
>;

const placeOf = <In extends FieldValues>(error: unknown, places: RefusalTexts<In>) =>
  error instanceof ApiError ? places[String(error.code)] : undefined;

/** Shows a refusal at the field that it is about, and the server's errors of fields at theirs. */
export function showRefusal<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  places: RefusalTexts<In>,
): void {
  const place = placeOf(error, places);
  if (place) form.setError(place[0], { type: 'server', message: place[1] }, { shouldFocus: true });
  else showFieldErrors(form, error);
}

/** The error that has no field, for the notice of the form. */
export const withoutField = <In extends FieldValues>(
  error: unknown,
  places: RefusalTexts<In>,
): unknown => (placeOf(error, places) ? null : error);
