import { zodResolver } from '@hookform/resolvers/zod';
import type { TFunction } from 'i18next';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldCodes, type FieldCode } from '../../../contracts/base/errors';
import { ApiError } from './http/api';

interface Issue {
  code?: string;
  input?: unknown;
  format?: string;
  origin?: string;
  message?: string;
}

/**
 * The API's field code for an error of the contract's schema, so that the form and the server
 * report the same.
 */
export function codeOf(issue: Issue): string {
  const empty =
    issue.input === undefined ||
    issue.input === null ||
    issue.input === '' ||
    (typeof issue.input === 'number' && Number.isNaN(issue.input));
  switch (issue.code) {
    case 'custom':
      return issue.message ?? 'invalid';
    case 'invalid_type':
      return empty ? 'required' : 'wrong_type';
    case 'too_small':
      return issue.origin === 'string' ? (empty ? 'required' : 'too_short') : 'too_small';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'invalid_format':
      return empty ? 'required' : issue.format === 'regex' ? 'invalid' : `invalid_${issue.format}`;
    case 'unrecognized_keys':
      return 'unknown_field';
    case 'invalid_value':
    case 'invalid_union':
      return empty ? 'required' : 'not_one_of';
    case undefined:
    default:
      return 'invalid';
  }
}

/** A form validated by the contract's own schema; errors are field codes. */
export const useContractForm = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<NoInfer<In>>,
) =>
  useForm<In, unknown, Out>({
    resolver: zodResolver(schema, { error: (issue) => codeOf(issue) }),
    defaultValues,
  });

const isFieldCode = (message: string): message is FieldCode =>
  (fieldCodes as readonly string[]).includes(message);
export const fieldText = (t: TFunction<'common'>, message: string | undefined) =>
  message !== undefined && isFieldCode(message) ? t(`field.${message}`) : message;

/** `{...field('email')}` on a Mantine input: registration and the error's text. */
export function useFields<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>) {
  const { t } = useTranslation('common');
  const { errors } = form.formState;
  return (name: FieldPath<In>) => {
    const found = name
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors) as
      { message?: string } | undefined;
    // Mantine's password field does not set this itself.
    return {
      ...form.register(name),
      error: fieldText(t, found?.message),
      'aria-invalid': found ? true : undefined,
    };
  };
}

/** Shows the server's field errors at their fields; true when every error has a field. */
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
