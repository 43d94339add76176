import type { TFunction } from 'i18next';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldErrorCodes, type FieldErrorCode } from '../../../contracts/base/errors';
import { ApiError } from './http/api';

const isFieldCode = (message: string): message is FieldErrorCode =>
  (fieldErrorCodes as readonly string[]).includes(message);
export const fieldErrorText = (t: TFunction<'common'>, message: string | undefined) =>
  message !== undefined && isFieldCode(message) ? t(`field.${message}`) : message;

/**
 * Returns the properties that register a Mantine input with the form and show its error:
 * `<TextInput {...field('email')} />`.
 */
export function useFieldProps<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>) {
  const { t } = useTranslation('common');
  const { errors } = form.formState;
  return (name: FieldPath<In>) => {
    const found = name
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors) as
      | { message?: string }
      | undefined;
    // Mantine's password field does not set `aria-invalid` itself.
    return {
      ...form.register(name),
      error: fieldErrorText(t, found?.message),
      'aria-invalid': found ? true : undefined,
    };
  };
}

/** Shows the server's field errors at their fields. @returns whether each error has a field */
export function showFieldErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false;
  const names = Object.keys(form.getValues());
  const placed = error.fields.filter(({ path }) => names.includes(path.split('.')[0] ?? ''));
  placed.forEach(({ path, code, description }, i) =>
    form.setError(
      path as FieldPath<In>,
      { type: 'server', message: isFieldCode(code) ? code : description },
      { shouldFocus: i === 0 },
    ),
  );
  return placed.length === error.fields.length;
}
