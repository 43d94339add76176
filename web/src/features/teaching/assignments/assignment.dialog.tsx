import { Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { limits } from '../../../../../contracts/base/limits';
import {
  type Assignment,
  AssignmentChange,
  type AssignmentKind,
  changeAssignment,
  createAssignment,
  createCourseAssignment,
} from '../../../../../contracts/teaching/assignments';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { fromLocalMoment, toLocalMoment } from '../../../ui/dates/local-moment';
import { LocalMoment, MomentField } from '../../../ui/dates/moment-field';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { NumberField } from '../../../ui/fields/number-field';
import { useFocusReturn } from '../../../ui/use-focus-return';
import type { SearchedChoice } from '../searched-select';
import { StudyChoice, TemplateChoice } from './study-choice';
import { useCreditText } from './use-credit-text';

const details = {
  title: AssignmentChange.shape.title.unwrap(),
  instructions: AssignmentChange.shape.instructions.unwrap(),
  opens_at: LocalMoment,
  due_at: LocalMoment,
};
const Form = {
  alternative: z.object({ ...details, minutes: AssignmentChange.shape.minutes.unwrap() }),
  take_study: z.object({ ...details, minutes: z.int().optional() }),
  build_study: z.object({ ...details, minutes: z.int().optional() }),
};

interface Props {
  kind: AssignmentKind;
  /** The course or the classroom that gets a new assignment, or the assignment that is changed. */
  of: { course: string } | { classroom: string } | Assignment;
  /** The credits for an hour of work, in hundredths; null if the classroom belongs to no course. */
  creditsPerHour: number | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

/** The dialog for a new assignment, or for the texts and dates of an existing one. */
export function AssignmentDialog({ kind, of, creditsPerHour, onClose, onSaved }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['courses', 'common']);
  const before = '_id' in of ? of : undefined;
  const [study, setStudy] = useState<SearchedChoice | null>(null);
  const worth = useCreditText(creditsPerHour);
  const form = useContractForm(Form[kind] as typeof Form.alternative, {
    title: before?.title ?? '',
    instructions: before?.instructions ?? '',
    opens_at: toLocalMoment(before?.opens_at),
    due_at: toLocalMoment(before?.due_at),
    minutes: before?.minutes ?? (kind === 'alternative' ? 30 : undefined),
  });
  const field = useFieldProps(form);
  const minutes = Number(form.watch('minutes'));
  const isLong = Number.isInteger(minutes) && minutes >= 1;
  const save = useMutation({
    mutationFn: ({
      opens_at,
      due_at,
      minutes: given,
      ...texts
    }: z.output<typeof Form.alternative>) => {
      const body = {
        ...texts,
        opens_at: fromLocalMoment(opens_at),
        due_at: fromLocalMoment(due_at),
      };
      const alternative = { kind: 'alternative', ...body, minutes: given } as const;
      if ('course' in of)
        return call(createCourseAssignment, { params: { id: of.course }, body: alternative });
      if ('classroom' in of)
        return call(createAssignment, {
          params: { id: of.classroom },
          body:
            kind === 'alternative'
              ? alternative
              : { kind, ...body, study_id: study?.value ?? null },
        });
      return call(changeAssignment, {
        params: { id: of._id },
        // Once the assignment has a submission, the server refuses new minutes. So the minutes are
        // sent only if the person has changed them.
        body: { ...body, ...(given !== of.minutes && { minutes: given }) },
      });
    },
    onSuccess: async ({ title }) => {
      await onSaved();
      showMessage(before ? t('common:saved') : t('assignment.added', { title }), {
        type: 'success',
        autoHideMs: 5000,
      });
      onClose();
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit((values) => save.mutate(values));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(before ? 'assignment.edit_title' : `assignment.new.${kind}`)}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('assignment.title')}
            maxLength={limits.title}
            {...field('title')}
            data-autofocus
          />
          <Textarea
            label={t('assignment.instructions')}
            description={t(`assignment.instructions_hint.${kind}`)}
            autosize
            minRows={4}
            maxRows={14}
            maxLength={teachingLimits.instructions}
            {...field('instructions')}
          />
          {kind === 'alternative' ? (
            <Stack gap={4}>
              <NumberField
                control={form.control}
                name="minutes"
                label={t('assignment.minutes')}
                description={t('assignment.minutes_hint')}
                min={1}
                max={teachingLimits.assignmentMinutes}
              />
              <Text size="sm" role="status" className="numbers" mih="1.5em">
                {isLong ? t('worth.as_study', { worth: worth(minutes), count: minutes }) : ''}
              </Text>
            </Stack>
          ) : (
            'classroom' in of &&
            (kind === 'build_study' ? (
              <TemplateChoice classroomId={of.classroom} value={study} onChange={setStudy} />
            ) : (
              <StudyChoice value={study} onChange={setStudy} />
            ))
          )}
          <Group align="flex-start" gap="md">
            <MomentField
              control={form.control}
              name="opens_at"
              label={t('assignment.opens_at')}
              description={t('assignment.opens_hint')}
              usualTime="09:00"
            />
            <MomentField
              control={form.control}
              name="due_at"
              label={t('assignment.due_at')}
              description={t('assignment.due_hint')}
              usualTime="23:59"
            />
          </Group>
          <ErrorNotice error={save.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={save.isPending}
            {...(!before && { submit: t('assignment.add') })}
          />
        </Stack>
      </form>
    </Modal>
  );
}
