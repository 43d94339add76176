import { type ChangeEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '../../../lib/form-fields';
import type { SignInValues } from './sign-in';
import { comparableEmail, signInErrors } from './sign-in.rule';

type Field = 'email' | 'password';

/**
 * The state of the form on the sign-in pages: two fields and a checkbox. It uses neither a form
 * library nor schemas: they would be a fifth of the sign-in page, which many people load first.
 */
export function useSignInForm(start: SignInValues) {
  const { t } = useTranslation('common');
  const [values, setValues] = useState(start);
  /**
   * The fields that were checked so far. Only these show errors, so that none appears while the
   * person types for the first time.
   */
  const [judged, setJudged] = useState<readonly Field[]>([]);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const errors = signInErrors(values);

  const focus = useCallback((name: Field, select = false) => {
    const input = (name === 'email' ? email : password).current;
    input?.focus();
    if (select) input?.select();
  }, []);
  const set = (change: Partial<SignInValues>) => setValues((now) => ({ ...now, ...change }));
  const judge = (...names: Field[]) => {
    setJudged((before) => [...new Set([...before, ...names])]);
    const wrong = names.find((name) => errors[name]);
    if (wrong) focus(wrong);
    return wrong === undefined;
  };
  return {
    values,
    set,
    focus,
    /** Returns the properties of a Mantine input: `<TextInput {...form.field('email')} />`. */
    field: (name: Field) => ({
      name,
      ref: name === 'email' ? email : password,
      value: values[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        set({ [name]: currentTarget.value }),
      error: judged.includes(name) ? fieldErrorText(t, errors[name]) : undefined,
      'aria-invalid': judged.includes(name) && errors[name] ? true : undefined,
    }),
    /** Returns the email address. If it is missing or invalid, returns null and shows the error. */
    address: () => (judge('email') ? comparableEmail(values.email) : null),
    /** Returns all values. If one is missing or invalid, returns null and shows the error. */
    complete: (): SignInValues | null =>
      judge('email', 'password') ? { ...values, email: comparableEmail(values.email) } : null,
    reset: (to: SignInValues) => {
      setValues(to);
      setJudged([]);
    },
  };
}
