import { Group, PasswordInput, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconBulb } from '../../../ui/icons/bulb';
import { IconCircle } from '../../../ui/icons/circle';
import { IconCircleCheckFilled } from '../../../ui/icons/circle-check-filled';
import { useId } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import classes from '../account.module.css';
import { fulfilledRules, passwordRules } from './password.rule';
import { usePasswordAdvice } from './use-password-advice';

const Twice = z
  .object({ password: z.string(), password_confirmation: z.string().min(1) })
  .superRefine((typed, ctx) => {
    if (typed.password !== typed.password_confirmation)
      ctx.addIssue({
        code: 'custom',
        path: ['password_confirmation'],
        message: 'password_mismatch',
      });
  });

/**
 * Adds a rule to a schema: both passwords must be equal. The contract checks this only once all
 * other fields are valid. With the added rule, the form shows a missing or different repetition
 * immediately.
 */
export const requireSamePasswords = <Out, In>(schema: z.ZodType<Out, In>) =>
  z.intersection(schema, Twice) as unknown as z.ZodType<Out, In>;

interface Values {
  password: string;
  password_confirmation: string;
}
type FieldOf = (name: keyof Values) => object;

interface Props<V extends Values> {
  control: Control<V, unknown, unknown>;
  field: FieldOf;
  label: string;
  /** The person's name and address, since attackers first try passwords made from them. */
  about: readonly string[];
}

/**
 * Two fields for a new password and its repetition, with the rules of docs/specification.md, 5.
 * Each rule is marked as soon as the password meets it. The advice that is shown with the fields
 * never refuses a password.
 */
export function PasswordFields<V extends Values>({ control, field, label, about }: Props<V>) {
  const { t } = useTranslation('account');
  const password = useWatch({ control: control as unknown as Control<Values>, name: 'password' });
  const kept = fulfilledRules(password);
  const advice = usePasswordAdvice(password, about);
  const id = useId();
  const show = { 'aria-label': t('show_password') };
  return (
    <>
      {/* `aria-describedby` is on the group, because Mantine's password field ignores it. */}
      <Stack gap="xs" role="group" aria-describedby={id}>
        <PasswordInput
          label={label}
          autoComplete="new-password"
          visibilityToggleButtonProps={show}
          {...field('password')}
        />
        <Stack component="ul" gap={2} m={0} p={0} id={id} aria-label={t('rules.title')}>
          {passwordRules.map((rule) => (
            <Group
              component="li"
              key={rule}
              gap={6}
              wrap="nowrap"
              c={kept[rule] ? 'var(--lab-accent)' : 'dimmed'}
            >
              {kept[rule] ? (
                <IconCircleCheckFilled size={16} aria-hidden />
              ) : (
                <IconCircle size={16} aria-hidden />
              )}
              <Text size="sm">
                {t(`rules.${rule}`)}
                {kept[rule] && <VisuallyHidden> {t('rules.kept')}</VisuallyHidden>}
              </Text>
            </Group>
          ))}
        </Stack>
        <div role="status" aria-live="polite">
          {advice && (
            <Group gap={6} wrap="nowrap" align="flex-start" className={classes.advice}>
              <IconBulb size={18} aria-hidden />
              <Text size="sm">{t(`advice.${advice}`)}</Text>
            </Group>
          )}
        </div>
      </Stack>
      <PasswordInput
        label={t('password_again')}
        autoComplete="new-password"
        visibilityToggleButtonProps={show}
        {...field('password_confirmation')}
      />
    </>
  );
}
