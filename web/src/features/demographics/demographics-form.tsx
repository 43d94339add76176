import { Button, Card, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '../../ui/icons/arrow-left';
import { IconCheck } from '../../ui/icons/check';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import {
  changeDemographics,
  type Demographics,
  readDemographics,
} from '../../../../contracts/accounts/demographics';
import {
  type ProfileAnswerField as Question,
  acceptsMultipleAnswers,
  type ProfileField,
  profileFields,
} from '../../../../contracts/accounts/profile-answers';
import { listStudies, readStudy } from '../../../../contracts/studies/studies';
import { mutation, query } from '../../lib/http/api';
import { fieldErrorText, showFieldErrors, useContractForm } from '../../lib/form';
import { safeRedirect } from '../../lib/navigation/safe-redirect';
import { useMutation } from '../../lib/http/use-mutation';
import { LinkButton } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { ClearableAnswer } from './answer';
import { DemographicAnswerField } from './answer-field';
import { BirthdayField } from './birthday-field';
import {
  demographicsChangeOf,
  DemographicsForm as Form,
  fieldsOfAnswers,
} from './demographics-fields';

const groups = {
  about: ['country', 'sex', 'gender'],
  learned: ['education_level', 'languages'],
  body: ['handedness', 'sight', 'hearing'],
  devices: ['devices'],
} as const satisfies Record<string, readonly Question[]>;

export function DemographicsForm({ known }: { known: Demographics }) {
  const { t } = useTranslation(['demographics', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const back = safeRedirect(useSearchParams()[0].get('redirect'), '');
  const { hash } = useLocation();
  const [saved, setSaved] = useState(false);
  const form = useContractForm(Form, fieldsOfAnswers(known));
  const { isDirty, dirtyFields, errors } = form.formState;
  const { setFocus } = form;
  // A person who comes from a study that needs the answer to one question starts at that question.
  useEffect(() => {
    const asked = profileFields.find((field) => hash === `#${field}`);
    if (asked) setFocus(asked);
  }, [hash, setFocus]);
  const save = useMutation({
    ...mutation(changeDemographics),
    onSuccess: (now) => {
      client.setQueryData(query(readDemographics).queryKey, now);
      form.reset(fieldsOfAnswers(now));
      setSaved(true);
      // Refetches studies, since only the server knows for which of them the new answers make the
      // person eligible.
      return Promise.all(
        [readStudy, listStudies].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
      );
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit((fields) => {
    setSaved(false);
    save.mutate({ body: demographicsChangeOf(fields, dirtyFields) });
  });
  const clear = (name: ProfileField) => {
    const several = name !== 'date_of_birth' && acceptsMultipleAnswers(name);
    form.setValue(name, several ? [] : '', { shouldDirty: true, shouldValidate: true });
    form.setFocus(name);
  };
  const problem = errors.date_of_birth?.message;
  const birthdayError =
    problem === 'in_the_future' || problem === 'too_long_ago' || problem === 'no_such_day'
      ? t(`demographics:birthday.${problem}`)
      : fieldErrorText(common, problem);
  return (
    <Card component="section" aria-label={t('demographics:form')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="xl">
          {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
            <Fieldset
              key={group}
              variant="unstyled"
              legend={
                <Text component="span" fw={700} size="lg">
                  {t(`demographics:group.${group}`)}
                </Text>
              }
            >
              <Stack gap="lg" mt="sm">
                {group === 'about' && (
                  <Controller
                    control={form.control}
                    name="date_of_birth"
                    render={({ field }) => (
                      <ClearableAnswer
                        given={field.value !== ''}
                        label={t('demographics:birthday.label')}
                        onClear={() => clear('date_of_birth')}
                      >
                        <BirthdayField field={field} error={birthdayError} />
                      </ClearableAnswer>
                    )}
                  />
                )}
                {groups[group].map((name) => (
                  <DemographicAnswerField
                    key={name}
                    name={name}
                    control={form.control}
                    onClear={() => clear(name)}
                  />
                ))}
              </Stack>
            </Fieldset>
          ))}
          <ErrorNotice error={save.error} kept={t('common:error.kept')} />
          <Group gap="md">
            <Button type="submit" loading={save.isPending} disabled={!isDirty}>
              {t('common:action.save')}
            </Button>
            <Group gap={6} role="status" mih={24}>
              {isDirty ? (
                <Text size="sm" c="dimmed">
                  {t('demographics:unsaved')}
                </Text>
              ) : (
                saved && (
                  <>
                    <IconCheck size={18} color="var(--lab-accent)" aria-hidden />
                    <Text size="sm">{t('demographics:saved')}</Text>
                  </>
                )
              )}
            </Group>
          </Group>
          {back && saved && !isDirty && (
            <div>
              <LinkButton
                to={back}
                variant="light"
                leftSection={<IconArrowLeft size={18} aria-hidden />}
              >
                {t('demographics:back')}
              </LinkButton>
            </div>
          )}
        </Stack>
      </form>
    </Card>
  );
}
