import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import {
  changeDemographics,
  type Demographics,
  EducationLevel,
  educationLevels,
  readDemographics,
} from '../../../../contracts/demographics';
import { birthdayProblem } from '../../../../contracts/base/birthday';
import { Day } from '../../../../contracts/base/fields';
import { listStudies, readStudy } from '../../../../contracts/studies';
import { mutation, query } from '../../lib/http/api';
import { fieldText, showFieldErrors, useContractForm } from '../../lib/form';
import { safeRedirect } from '../../lib/navigation/safe-redirect';
import { useMutation } from '../../lib/http/use-mutation';
import { LinkButton } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { localDay } from '../../ui/dates/local-moment';
import { BirthdayField } from './birthday-field';

const Form = z.object({
  date_of_birth: z
    .string()
    .trim()
    .superRefine((day, ctx) => {
      const problem =
        day === ''
          ? null
          : Day.safeParse(day).success
            ? birthdayProblem(day, localDay())
            : /^\d{4}-\d{2}-\d{2}$/.test(day)
              ? 'no_such_day'
              : 'invalid_date';
      if (problem) ctx.addIssue({ code: 'custom', message: problem });
    }),
  education_level: EducationLevel.or(z.literal('')),
});
const shown = ({
  date_of_birth,
  education_level,
}: z.output<typeof Demographics>): z.input<typeof Form> => ({
  date_of_birth: date_of_birth ?? '',
  education_level: education_level ?? '',
});

/** A button clears an answer: an empty field alone would not show that this is possible. */
function Answer({
  given,
  label,
  onClear,
  children,
}: {
  given: boolean;
  label: string;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('demographics');
  return (
    <Stack gap={4} align="stretch">
      {children}
      {given && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            fz="sm"
            mih={44}
            px={0}
            onClick={onClear}
            aria-label={t('clear_named', { name: label })}
          >
            {t('clear')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

export function DemographicsForm({ known }: { known: z.output<typeof Demographics> }) {
  const { t } = useTranslation(['demographics', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const back = safeRedirect(useSearchParams()[0].get('redirect'), '');
  const [saved, setSaved] = useState(false);
  const form = useContractForm(Form, shown(known));
  const { isDirty, dirtyFields, errors } = form.formState;
  const save = useMutation({
    ...mutation(changeDemographics),
    onSuccess: (now) => {
      client.setQueryData(query(readDemographics).queryKey, now);
      form.reset(shown(now));
      setSaved(true);
      // Only the server knows which studies the new answers make the person eligible for.
      return Promise.all(
        [readStudy, listStudies].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
      );
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ date_of_birth, education_level }) => {
    setSaved(false);
    save.mutate({
      body: {
        ...(dirtyFields.date_of_birth && { date_of_birth: date_of_birth || null }),
        ...(dirtyFields.education_level && { education_level: education_level || null }),
      },
    });
  });
  const clear = (name: 'date_of_birth' | 'education_level') => {
    form.setValue(name, '', { shouldDirty: true, shouldValidate: true });
    form.setFocus(name);
  };
  const problem = errors.date_of_birth?.message;
  const birthdayError =
    problem === 'in_the_future' || problem === 'too_long_ago' || problem === 'no_such_day'
      ? t(`demographics:birthday.${problem}`)
      : fieldText(common, problem);
  return (
    <Card component="section" aria-label={t('demographics:form')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          <Controller
            control={form.control}
            name="date_of_birth"
            render={({ field }) => (
              <Answer
                given={field.value !== ''}
                label={t('demographics:birthday.label')}
                onClear={() => clear('date_of_birth')}
              >
                <BirthdayField field={field} error={birthdayError} />
              </Answer>
            )}
          />
          <Answer
            given={form.watch('education_level') !== ''}
            label={t('demographics:education.label')}
            onClear={() => clear('education_level')}
          >
            <NativeSelect
              label={t('demographics:education.label')}
              description={t('demographics:education.hint')}
              styles={{ wrapper: { maxWidth: '24rem' } }}
              error={fieldText(common, errors.education_level?.message)}
              {...form.register('education_level')}
              data={[
                { value: '', label: t('demographics:education.unanswered') },
                ...educationLevels.map((value) => ({
                  value,
                  label: t(`demographics:education.${value}`),
                })),
              ]}
            />
          </Answer>
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
