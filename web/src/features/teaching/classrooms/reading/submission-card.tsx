import { Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { multilineText } from '../../../../../../contracts/base/fields';
import {
  type BlindSubmission,
  decideSubmission,
} from '../../../../../../contracts/teaching/assignments';
import { teachingLimits } from '../../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../../lib/form';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { IconArrowBackUp } from '../../../../ui/icons/arrow-back-up';
import { IconCircleCheck } from '../../../../ui/icons/circle-check';
import { IconFileTypePdf } from '../../../../ui/icons/file-type-pdf';
import { IconHourglass } from '../../../../ui/icons/hourglass';
import { formatUtcDay } from '../../format-day';
import classes from '../../teaching.module.css';
import { useRefreshClassroom } from '../refresh-classroom';
import { openPdf } from './open-pdf';

const looks = {
  submitted: { color: 'blue', Icon: IconHourglass },
  accepted: { color: 'teal', Icon: IconCircleCheck },
  sent_back: { color: 'orange', Icon: IconArrowBackUp },
};
const Form = z.object({ words: multilineText(teachingLimits.words) });

function SendBackForm({
  submission,
  onClose,
}: {
  submission: BlindSubmission;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classrooms', 'common']);
  const refresh = useRefreshClassroom();
  const form = useContractForm(Form, { words: submission.words ?? '' });
  const field = useFieldProps(form);
  const decide = useMutation({
    ...mutation(decideSubmission),
    onSuccess: async ({ number }) => {
      showMessage(t('reading.sent_back', { number }), { type: 'success', autoHideMs: 5000 });
      onClose();
      await refresh();
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ words }) =>
    decide.mutate({ params: { id: submission._id }, body: { state: 'sent_back', words } }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Textarea
          label={t('reading.words')}
          description={t('reading.words_hint')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={teachingLimits.words}
          autoFocus
          {...field('words')}
        />
        <ErrorNotice error={decide.error} kept={t('common:error.kept')} />
        <FormButtons onCancel={onClose} isBusy={decide.isPending} submit={t('reading.send_back')} />
      </Stack>
    </form>
  );
}

function Verdict({ submission }: { submission: BlindSubmission }) {
  const { t } = useTranslation('classrooms');
  const refresh = useRefreshClassroom();
  const [ask, setAsk] = useState<'accept' | 'send_back' | null>(null);
  const close = () => setAsk(null);
  const accept = useMutation({
    ...mutation(decideSubmission),
    onSuccess: async ({ number }) => {
      close();
      showMessage(t('reading.accepted', { number }), { type: 'success', autoHideMs: 5000 });
      await refresh();
    },
  });
  const { number, state } = submission;
  if (ask === 'send_back') return <SendBackForm submission={submission} onClose={close} />;
  return (
    <>
      <Group gap="sm">
        <Button aria-label={t('reading.accept_of', { number })} onClick={() => setAsk('accept')}>
          {t('reading.accept')}
        </Button>
        {state === 'submitted' && (
          <Button
            variant="default"
            aria-label={t('reading.send_back_of', { number })}
            onClick={() => setAsk('send_back')}
          >
            {t('reading.send_back')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={ask === 'accept'}
        onClose={close}
        onConfirm={() =>
          accept.mutate({ params: { id: submission._id }, body: { state: 'accepted' } })
        }
        title={t('reading.accept_title', { number })}
        confirm={t('reading.accept')}
        busy={accept.isPending}
        notice={<ErrorNotice error={accept.error} />}
      >
        {t('reading.accept_text')}
      </ConfirmDialog>
    </>
  );
}

/** One submission with its number: what was handed in, and the decision about it. */
export function SubmissionCard({
  submission,
  mayDecide,
}: {
  submission: BlindSubmission;
  mayDecide: boolean;
}) {
  const { t } = useTranslation('classrooms');
  const { _id, number, state, assignment_title, day, words } = submission;
  const open = useMutation({ mutationFn: () => openPdf(_id, number) });
  const { color, Icon } = looks[state];
  return (
    <li className={classes.card}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4" className="numbers">
          {t('reading.number', { number })}
        </Title>
        <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
          {t(`reading.state.${state}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {assignment_title} · {formatUtcDay(day)}
      </Text>
      {submission.text !== null && (
        <Text className={`${classes.words} measure`}>{submission.text}</Text>
      )}
      {submission.has_pdf && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
            loading={open.isPending}
            aria-label={t('reading.open_pdf_of', { number })}
            onClick={() => open.mutate()}
          >
            {t('reading.open_pdf')}
          </Button>
        </Group>
      )}
      <ErrorNotice error={open.error} />
      {state === 'sent_back' && words !== null && (
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {t('reading.words_sent')}
          </Text>
          <Text size="sm" className={classes.words}>
            {words}
          </Text>
        </Stack>
      )}
      {state !== 'accepted' && mayDecide && <Verdict submission={submission} />}
    </li>
  );
}
