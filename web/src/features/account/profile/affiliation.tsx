import { Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconClock } from '../../../ui/icons/clock';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ProfileDetails, type User } from '../../../../../contracts/accounts/accounts';
import { fieldErrorText, useContractForm, useFieldProps } from '../../../lib/form';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LastReviewDecision } from './last-decision';
import { OrganizationField } from './organization-field';
import { useSaveProfile } from './save-profile';

const states = {
  approved: { color: 'teal', icon: <IconCircleCheck size={14} aria-hidden /> },
  pending: { color: 'yellow', icon: <IconClock size={14} aria-hidden /> },
  failed: { color: 'orange', icon: <IconAlertTriangle size={14} aria-hidden /> },
};
/**
 * The state of the review (docs/specification.md, 3): a privilege of null means pending, false
 * means failed, and true approved; without an organization there is no review.
 */
const stateOf = ({ organization, researcher_privilege: privilege }: User) =>
  !organization ? null : privilege === null ? 'pending' : privilege ? 'approved' : 'failed';

/**
 * The form for organization and interests (docs/specification.md, 4). A change of the organization
 * or of the interests requests a new review.
 */
export function Affiliation({ user }: { user: User }) {
  const { t } = useTranslation(['profile', 'common']);
  const form = useContractForm(ProfileDetails, {
    organization: user.organization ?? '',
    organization_ror_id: user.organization_ror_id,
    interests: user.interests ?? '',
  });
  const field = useFieldProps(form);
  const save = useSaveProfile(form);
  const state = stateOf(user);

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((body) =>
          save.mutate({
            body: {
              ...body,
              organization: body.organization || null,
              interests: body.interests || null,
            },
          }),
        )(event)
      }
    >
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3" id="affiliation-title">
            {t('affiliation.title')}
          </Title>
          {state && (
            <Badge color={states[state].color} leftSection={states[state].icon}>
              {t(`affiliation.${state}`)}
            </Badge>
          )}
        </Group>
        <Text>{t(`affiliation.text_${state ?? 'none'}`)}</Text>
        {state && <LastReviewDecision />}
        <Controller
          control={form.control}
          name="organization"
          render={({ field: { value, onChange, ...rest }, fieldState }) => (
            <OrganizationField
              {...rest}
              value={value ?? ''}
              rorId={form.watch('organization_ror_id') ?? null}
              error={fieldErrorText(t, fieldState.error?.message)}
              onChange={(name, rorId) => {
                onChange(name);
                form.setValue('organization_ror_id', rorId, { shouldDirty: true });
              }}
            />
          )}
        />
        <Textarea
          label={t('affiliation.interests')}
          description={t('affiliation.interests_hint')}
          {...field('interests')}
        />
        <ErrorNotice error={save.error} kept={t('common:error.kept')} />
        <div>
          <Button type="submit" loading={save.isPending} disabled={!form.formState.isDirty}>
            {t(user.organization ? 'common:action.save' : 'affiliation.ask')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
