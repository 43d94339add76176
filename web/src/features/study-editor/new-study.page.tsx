import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { limits } from '../../../../contracts/base/limits';
import { createStudy, listStudies, NewStudy } from '../../../../contracts/studies/studies';
import { mutation } from '../../lib/http/api';
import { fieldErrorText, showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { useMutation } from '../../lib/http/use-mutation';
import { useUser } from '../../lib/auth/user';
import { AppLink } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { FormButtons } from '../../ui/form-buttons';
import { onDemand } from '../../ui/on-demand';
import { Page } from '../../ui/page';
import { MoneyInput } from './payment/money-input';
import { NumberField } from '../../ui/fields/number-field';

/**
 * The strictest privacy level is preselected: researchers choose a different one once they know
 * what participants will do.
 */
const firstLevel = 'anonymous';

const ForClassLater = onDemand(
  async () => (await import('./class/new/new-class-study')).NewClassStudy,
);

/**
 * /experiments/new: the form for the most important facts of a study. All other fields are in the
 * editor. With `?classroom={id}`, the page creates a study for that class; people who are not
 * researchers can create no other studies.
 */
export function NewStudyPage() {
  const { t } = useTranslation('studies');
  const { user } = useUser();
  const [params] = useSearchParams();
  if (user?.is_researcher && !params.has('classroom')) return <NewStudyForm builds={user.builds} />;
  return <ForClassLater waiting={<Page title={t('new.title')} size="sm" />} />;
}

function NewStudyForm({ builds }: { builds: boolean }) {
  const { t } = useTranslation(['studies', 'study-editor', 'common']);
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useContractForm(NewStudy, {
    title: '',
    description: '',
    duration_minutes: 20,
    reward: null,
    privacy_level: firstLevel,
  });
  const field = useFieldProps(form);
  const create = useMutation({
    ...mutation(createStudy),
    onSuccess: () => client.invalidateQueries({ queryKey: [listStudies.path] }),
  });
  const submit = form.handleSubmit((body) =>
    create.mutateAsync({ body }).then(
      // The editor replaces this form in the browser's history. Otherwise a person could go back to
      // the form, send it again, and create a second study. The editor first shows how the study
      // runs, because the templates of the consent form depend on that choice.
      (study) => navigate(`/experiments/details/${study._id}?tab=runs`, { replace: true }),
      (error: unknown) => {
        showFieldErrors(form, error);
      },
    ),
  );
  const minutes = form.watch('duration_minutes');
  return (
    <Page title={t('studies:new.title')} size="sm">
      {builds && (
        <AppLink to="/experiments/new?classroom" size="sm">
          {t('study-editor:for_class')}
        </AppLink>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('study-editor:form.title')}
            description={t('study-editor:form.title_hint')}
            maxLength={limits.title}
            autoFocus
            {...field('title')}
          />
          <Textarea
            label={t('study-editor:form.description')}
            description={t('study-editor:form.description_hint')}
            rows={3}
            {...field('description')}
          />
          <Group align="flex-start" gap="md">
            <NumberField
              control={form.control}
              name="duration_minutes"
              w="12rem"
              label={t('study-editor:form.minutes')}
              description={t('study-editor:form.minutes_hint')}
              min={1}
              max={limits.durationMinutes}
            />
            <Controller
              control={form.control}
              name="reward"
              render={({ field: { value, onChange }, fieldState }) => (
                <MoneyInput
                  value={value ?? null}
                  onChange={onChange}
                  minutes={minutes}
                  error={fieldErrorText(common, fieldState.error?.message)}
                />
              )}
            />
          </Group>
          <div>
            <Text size="sm" fw={500}>
              {t('study-editor:form.privacy')}
            </Text>
            <Text size="sm">
              {t('studies:new.privacy', { level: t(`studies:privacy.${firstLevel}`) })}{' '}
              {t(`studies:privacy_text.${firstLevel}`)}
            </Text>
            <Text size="sm" c="dimmed">
              {t('studies:new.privacy_later')}
            </Text>
          </div>
          <ErrorNotice error={create.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={() => void navigate('/experiments')}
            isBusy={create.isPending}
            submit={t('studies:new.create')}
          />
        </Stack>
      </form>
    </Page>
  );
}
