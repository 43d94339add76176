import { Autocomplete, Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ProfileDetails, type User } from '../../../../contracts/accounts';
import { findOrganizations } from '../../../../contracts/researchers';
import { query } from '../../lib/api';
import { fieldText, useContractForm, useFields } from '../../lib/form';
import { ErrorNotice } from '../../ui/error-notice';
import { useSaveProfile } from './save-profile';

const states = {
  approved: { color: 'teal', icon: <IconCircleCheck size={14} aria-hidden /> }, pending: { color: 'yellow', icon: <IconClock size={14} aria-hidden /> },
  failed: { color: 'orange', icon: <IconAlertTriangle size={14} aria-hidden /> },
};
/** SPEC 3: null is pending, false failed, everything else approved; without an organization there is no review. */
const stateOf = ({ organization, researcher_privilege: privilege }: User) => (!organization ? null : privilege === null ? 'pending' : privilege ? 'approved' : 'failed');

/** SPEC 4: organization and interests; a change of either asks for another review. */
export function Affiliation({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'common']);
  const form = useContractForm(ProfileDetails, { organization: user.organization ?? '', organization_ror_id: user.organization_ror_id, interests: user.interests ?? '' });
  const field = useFields(form);
  const save = useSaveProfile(form);
  const [typed] = useDebouncedValue(form.watch('organization') ?? '', 200);
  const found = useQuery({ ...query(findOrganizations, { query: { org: typed } }), placeholderData: keepPreviousData });
  const organizations = found.data?.items ?? [];
  const state = stateOf(user);

  return (
    <form noValidate onSubmit={form.handleSubmit((body) => save.mutate({ body: { ...body, organization: body.organization || null, interests: body.interests || null } }))}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3" id="affiliation-title">{t('affiliation.title')}</Title>
          {state && <Badge color={states[state].color} leftSection={states[state].icon}>{t(`affiliation.${state}`)}</Badge>}
        </Group>
        <Text>{t(`affiliation.text_${state ?? 'none'}`)}</Text>
        <Controller
          control={form.control} name="organization"
          render={({ field: { value, onChange, ...rest }, fieldState }) => (
            <Autocomplete
              label={t('affiliation.organization')} description={t('affiliation.organization_hint')} autoComplete="organization" data={[...new Set(organizations.map(({ name }) => name))]} filter={({ options }) => options}
              value={value ?? ''} error={fieldText(t, fieldState.error?.message)} {...rest}
              onChange={(name) => { onChange(name); form.setValue('organization_ror_id', organizations.find((o) => o.name === name)?.ror_id ?? null); }}
            />
          )}
        />
        <Textarea label={t('affiliation.interests')} description={t('affiliation.interests_hint')} {...field('interests')} />
        <ErrorNotice error={save.error} kept={t('common:error.kept')} />
        <div><Button type="submit" loading={save.isPending} disabled={!form.formState.isDirty}>{t(user.organization ? 'common:action.save' : 'affiliation.ask')}</Button></div>
      </Stack>
    </form>
  );
}
