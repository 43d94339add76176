import { List, Modal, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changeClassroom, type Classroom } from '../../../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../../lib/form';
import { isApiErrorOf, mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { formatBytes } from '../../../../lib/intl/format-bytes';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { MarkdownText } from '../../../../ui/reading/markdown';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { ConsentTextField } from '../../consent-text-field';
import { useRefreshClassroom } from '../refresh-classroom';
import { isCourseConsentForm } from './own-consent.rule';

const Form = z.object({
  students_build: z.boolean(),
  consent_text: z.string().max(teachingLimits.consentText),
});
const points = ['studies', 'sessions', 'files', 'review', 'names'] as const;

interface Props {
  classroom: Classroom;
  onClose: () => void;
}

/**
 * The dialog in which an instructor decides whether students may build studies. It also contains
 * the classroom's own consent form for these studies.
 */
export function BuildingDialog({ classroom, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['classroom-studies', 'common']);
  const refresh = useRefreshClassroom();
  const form = useContractForm(Form, {
    students_build: classroom.students_build,
    consent_text: classroom.consent_text ?? '',
  });
  const field = useFieldProps(form);
  const hasCourseForm = isCourseConsentForm(classroom);
  const save = useMutation({
    ...mutation(changeClassroom),
    onSuccess: async ({ students_build }) => {
      await refresh();
      showMessage(t(students_build ? 'building.done_on' : 'building.done_off'), {
        type: 'success',
        autoHideMs: 5000,
      });
      onClose();
    },
    onError: (error) => {
      if (isMissing(error) && !hasCourseForm)
        form.setError(
          'consent_text',
          { type: 'server', message: t('building.consent_missing') },
          { shouldFocus: true },
        );
      else showFieldErrors(form, error);
    },
  });
  const submit = form.handleSubmit(({ students_build, consent_text }) =>
    save.mutate({
      params: { id: classroom._id },
      body: {
        students_build,
        ...(!hasCourseForm && { consent_text: consent_text.trim() === '' ? null : consent_text }),
      },
    }),
  );
  const isShownAtField = isMissing(save.error) && !hasCourseForm;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('building.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Switch
            size="md"
            label={t('building.switch')}
            description={t('building.switch_hint')}
            data-autofocus
            checked={form.watch('students_build')}
            onChange={({ currentTarget }) => form.setValue('students_build', currentTarget.checked)}
          />
          <List size="sm" spacing={6} aria-label={t('building.means')}>
            {points.map((point) => (
              <List.Item key={point}>
                {t(`building.point.${point}`, { size: formatBytes(teachingLimits.builderBytes) })}
              </List.Item>
            ))}
          </List>
          {hasCourseForm ? (
            <Stack gap="xs">
              <Text size="sm">{t('building.course_consent')}</Text>
              <details>
                <summary>{t('building.read_consent')}</summary>
                <MarkdownText>{classroom.consent_in_force ?? ''}</MarkdownText>
              </details>
            </Stack>
          ) : (
            <ConsentTextField
              label={t('building.consent')}
              description={t('building.consent_hint')}
              text={form.watch('consent_text')}
              field={field('consent_text')}
            />
          )}
          <ErrorNotice error={isShownAtField ? null : save.error} kept={t('common:error.kept')} />
          <FormButtons onCancel={onClose} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Whether the server refused because neither the course nor the classroom has a consent form. */
const isMissing = (error: unknown): boolean =>
  isApiErrorOf(changeClassroom, error) && error.code === 'consent_missing';
