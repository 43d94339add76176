import { Group, PasswordInput, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { keptRules, passwordRules } from './password.rule';

interface Values { password: string; password_confirmation: string }
type FieldOf = (name: keyof Values) => object;

/** SPEC 5: the rules, each marked as soon as it is kept, and the password typed twice. */
export function PasswordFields<V extends Values>({ control, field, label }: { control: Control<V, unknown, unknown>; field: FieldOf; label: string }) {
  const { t } = useTranslation('account');
  const password = useWatch({ control: control as unknown as Control<Values>, name: 'password' });
  const kept = keptRules(password);
  const id = useId();
  const show = { 'aria-label': t('show_password') };
  return (
    <>
      {/* The group is what the rules describe: Mantine's password field drops any description of its own. */}
      <Stack gap="xs" role="group" aria-describedby={id}>
        <PasswordInput label={label} autoComplete="new-password" visibilityToggleButtonProps={show} {...field('password')} />
        <Stack component="ul" gap={2} m={0} p={0} id={id} aria-label={t('rules.title')}>
          {passwordRules.map((rule) => (
            <Group component="li" key={rule} gap={6} wrap="nowrap" c={kept[rule] ? 'var(--lab-accent)' : 'dimmed'}>
              {kept[rule] ? <IconCircleCheckFilled size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
              <Text size="sm">{t(`rules.${rule}`)}{kept[rule] && <VisuallyHidden> {t('rules.kept')}</VisuallyHidden>}</Text>
            </Group>
          ))}
        </Stack>
      </Stack>
      <PasswordInput label={t('password_again')} autoComplete="new-password" visibilityToggleButtonProps={show} {...field('password_confirmation')} />
    </>
  );
}
