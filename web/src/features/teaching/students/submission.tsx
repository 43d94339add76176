import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudentSubmission } from '../../../../../contracts/teaching/assignments';
import { dueDateOf, canSubmitNow } from '../../../domain/credits/assignment.rule';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import { serverNow } from '../../../lib/http/server-clock';
import { AppLink } from '../../../ui/app-link';
import { IconArrowBackUp } from '../../../ui/icons/arrow-back-up';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconClock } from '../../../ui/icons/clock';
import { formatUtcDay } from '../format-day';
import { SubmittedContent } from './handed-in';
import { SubmissionForm } from './submission-form';

const looks = {
  submitted: { icon: IconClock, color: 'gray' },
  sent_back: { icon: IconArrowBackUp, color: 'orange' },
  accepted: { icon: IconCircleCheck, color: 'teal' },
};

/** The state of the submission: waiting for a decision, sent back with a reason, or accepted. */
function State({ submission: { state, day, words } }: { submission: StudentSubmission }) {
  const { t } = useTranslation('credits');
  const { icon: Icon, color } = looks[state];
  return (
    <Alert
      role="status"
      color={color}
      icon={<Icon aria-hidden />}
      title={t(`submission.${state}`, { day: formatUtcDay(day) })}
      className="measure"
    >
      <Text size="sm">{t(`submission.${state}_text`)}</Text>
      {state === 'accepted' && (
        <AppLink to="/history/credits" size="sm">
          {t('submission.to_credits')}
        </AppLink>
      )}
      {state === 'sent_back' && words && (
        <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {words}
        </Text>
      )}
    </Alert>
  );
}

/**
 * The student's submission to an alternative (an assignment instead of a study) with its state, and
 * the form that hands it in.
 */
export function Submission({ own, accountId }: { own: StudentAssignment; accountId: string }) {
  const { t } = useTranslation('credits');
  const { assignment } = own;
  const { submission } = assignment;
  const [replaces, setReplaces] = useState(false);
  const due = dueDateOf(own);
  const isDue = due !== null && Date.parse(due) <= serverNow();
  const takes = canSubmitNow(own, serverNow());
  const writes = takes && (replaces || submission?.state !== 'submitted');
  return (
    <Stack component="section" gap="md" aria-label={t('submission.title')}>
      <Title order={2} size="h3">
        {t('submission.title')}
      </Title>
      {submission && <State submission={submission} />}
      {submission && !writes && <SubmittedContent submission={submission} />}
      {!takes && submission?.state !== 'accepted' && (
        <Text c="dimmed">{t(`submission.${isDue ? 'over' : 'closed'}`)}</Text>
      )}
      {takes && !writes && (
        <Group>
          <Button variant="default" onClick={() => setReplaces(true)}>
            {t('submission.replace')}
          </Button>
        </Group>
      )}
      {writes && (
        <SubmissionForm
          assignment={assignment}
          accountId={accountId}
          onDone={() => setReplaces(false)}
        />
      )}
    </Stack>
  );
}
