import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';

interface Issue {
  code?: string;
  input?: unknown;
  format?: string;
  origin?: string;
  message?: string;
}

/**
 * Translates an error of the contract's schema into the code that the API would return, so that
 * form and server report the same error.
 */
export function fieldErrorCodeOf(issue: Issue): string {
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
    case 'not_multiple_of':
      return 'off_grid';
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

/**
 * Creates a form that the contract's own schema validates. The form's error messages are error
 * codes.
 */
export const useContractForm = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<NoInfer<In>>,
) =>
  useForm<In, unknown, Out>({
    resolver: zodResolver(schema, { error: (issue) => fieldErrorCodeOf(issue) }),
    defaultValues,
  });

export { fieldErrorText, showFieldErrors, useFieldProps } from './form-fields';
