import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { showFieldErrors } from '../../lib/form';
import { ApiError } from '../../lib/http/api';

/** The texts of refusals, by their codes, each with the field at which it is shown. */
export type RefusalTexts<In extends FieldValues> = Partial<
  Record<string, readonly [field: FieldPath<In>, text: string]>
>;

const placeOf = <In extends FieldValues>(error: unknown, places: RefusalTexts<In>) =>
  error instanceof ApiError ? places[String(error.code)] : undefined;

/** Shows a refusal at the field that it concerns, and the server's field errors at their fields. */
export function showRefusalAtField<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  places: RefusalTexts<In>,
): void {
  const place = placeOf(error, places);
  if (place) form.setError(place[0], { type: 'server', message: place[1] }, { shouldFocus: true });
  else showFieldErrors(form, error);
}

/**
 * Returns the error that the form's notice shows; null if the error is shown at a field instead.
 */
export const errorWithoutField = <In extends FieldValues>(
  error: unknown,
  places: RefusalTexts<In>,
): unknown => (placeOf(error, places) ? null : error);
