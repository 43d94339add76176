import {
  Badge,
  Button,
  Group,
  type InputWrapperProps,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconMailQuestion } from '../../../ui/icons/mail-question';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileDetails, type User } from '../../../../../contracts/accounts/accounts';
import { TimeZone } from '../../../../../contracts/base/region';
import { changeLanguage, translatedLanguages } from '../../../i18n';
import { useContractForm, useFieldProps } from '../../../lib/form';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useSaveProfile } from './save-profile';
import { readableEmail } from '../../../lib/intl/shown-email';
import { LazySelect } from '../../../ui/fields/lazy-select';
import { countryChoices, timeZoneChoices } from './time-zone-and-country-choices';

const nameOf = (code: string) =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/**
 * The hint is below the input: the field beside it may have a longer hint, and a hint above would
 * move the inputs out of line.
 */
const hintBelow = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder'];

export function ProfileDetailsForm({ user }: { user: User }) {
  const { t, i18n } = useTranslation(['profile', 'account', 'common']);
  const form = useContractForm(ProfileDetails, {
    first_name: user.first_name,
    last_name: user.last_name,
    language: user.language,
    // A stored zone that this browser does not know would make the form invalid, also if the person
    // changes only another field.
    zone: TimeZone.safeParse(user.zone).data,
    region: user.region ?? undefined,
  });
  const field = useFieldProps(form);
  const zones = timeZoneChoices(user.zone);
  const countries = useMemo(
    () => countryChoices(user.region, i18n.language),
    [user.region, i18n.language],
  );
  const save = useSaveProfile(form);
  const { dirtyFields } = form.formState;
  const verified = user.status === 'ACTIVE';
  // The list of languages also contains the account's language if the app has no texts in it yet.
  const languages = [...new Set([...translatedLanguages(), user.language])];

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit(({ first_name, last_name, language, zone, region }) => {
          // Only changed fields are sent: saving a name must not revert a language that was chosen
          // in another window.
          const body = {
            ...(dirtyFields.first_name && { first_name }),
            ...(dirtyFields.last_name && { last_name }),
            ...(dirtyFields.language && { language }),
            ...(dirtyFields.zone && { zone }),
            ...(dirtyFields.region && { region }),
          };
          save.mutate(
            { body },
            {
              onSuccess: () => {
                if (body.language) void changeLanguage(body.language);
              },
            },
          );
        })(event)
      }
    >
      <Stack gap="md">
        <Title order={2} size="h3" id="details-title">
          {t('profile.details')}
        </Title>
        <div>
          <Text fw={500}>{t('account:email')}</Text>
          <Group gap="sm">
            <Text>{readableEmail(user.email)}</Text>
            <Badge
              color={verified ? 'teal' : 'yellow'}
              leftSection={
                verified ? (
                  <IconCircleCheck size={14} aria-hidden />
                ) : (
                  <IconMailQuestion size={14} aria-hidden />
                )
              }
            >
              {t(verified ? 'profile.verified' : 'profile.not_verified')}
            </Badge>
          </Group>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('account:first_name')}
            inputWrapperOrder={hintBelow}
            autoComplete="given-name"
            {...field('first_name')}
          />
          <TextInput
            label={t('account:last_name')}
            description={t('account:one_name')}
            inputWrapperOrder={hintBelow}
            autoComplete="family-name"
            {...field('last_name')}
          />
        </SimpleGrid>
        <NativeSelect
          label={t('profile.language')}
          description={t('profile.language_hint')}
          data={languages.map((value) => ({ value, label: nameOf(value) }))}
          {...field('language')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <LazySelect
            label={t('profile.zone')}
            description={t('profile.zone_hint')}
            inputWrapperOrder={hintBelow}
            placeholder={t('profile.zone_none')}
            data={zones}
            value={form.watch('zone') ?? user.zone}
            onChange={(zone) => zone && form.setValue('zone', zone, { shouldDirty: true })}
            allowDeselect={false}
          />
          <LazySelect
            label={t('profile.region')}
            description={t('profile.region_hint')}
            inputWrapperOrder={hintBelow}
            placeholder={t('profile.region_none')}
            data={countries}
            value={form.watch('region') ?? null}
            onChange={(region) => region && form.setValue('region', region, { shouldDirty: true })}
            allowDeselect={false}
          />
        </SimpleGrid>
        <ErrorNotice error={save.error} kept={t('common:error.kept')} />
        <div>
          <Button type="submit" loading={save.isPending} disabled={!form.formState.isDirty}>
            {t('common:action.save')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
