import { Card, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Participation } from '../../../../contracts/enrolment/participations';
import type { ParticipantPayment as Payment } from '../../../../contracts/payments/payments';
import { formatDate } from '../../lib/intl/format';
import { AppLink, LinkButton } from '../../ui/app-link';
import { PayLine } from '../../ui/money';
import { ParticipationActions } from '../../domain/participations/participation-actions';
import { ConsentWithdrawnNotice } from '../../domain/participations/consent-withdrawn';
import { SessionPausedNotice } from '../../domain/participations/session-paused';
import { LazyExternalStudy } from '../../domain/participations/external-study-later';
import { LazyParticipantSlot } from '../../domain/slots/own-slot-later';
import { ParticipationPayment } from '../../domain/payment/payment-line';
import { ParticipationState } from '../../domain/participations/participation-state';
import { TimeWithZone } from '../../ui/dates/agreed';
import { TimeText } from '../../ui/when';
import { showsSlot, showsExternalLink } from '../../domain/participations/use-parts';
import { LazyCashCodeButton, LazyOwnPayment } from './payments/payments-later';
import { useShowsCashCode } from './payments/use-shows-code';

/**
 * The states of a payment that is on its way, made or cancelled. In these states the card no longer
 * shows the study's terms of payment.
 */
const settled: readonly Payment['state'][] = [
  'processing',
  'paid',
  'rejected',
  'reversed',
  'waived',
];

const mayBePaid = ({ state }: Payment) =>
  state === 'due' || state === 'approved' || state === 'failed';

interface Props {
  mine: Participation;
  /** The payments of this participation: the reward first, then bonuses and top-ups. */
  payments: readonly Payment[];
  /** Shows the code with which the researcher confirms a payment in cash. */
  onCode: () => void;
}

/** One participation: the study, the state in words, the deadline, and the next step. */
export function ParticipationCard({ mine, payments, onCode }: Props) {
  const { t } = useTranslation('participation');
  // Whether the deadline applies to the researcher, who must record by then whether the participant
  // has completed the study.
  const isNoted = mine.state === 'started' && mine.researcher_concludes;
  const reward = payments.find(({ kind }) => kind === 'reward');
  // One code confirms all payments, so it is shown as long as one of them may still be paid.
  const showsCode = useShowsCashCode(mine, payments.find(mayBePaid) ?? reward ?? payments[0]);
  const waitEnded = mine.reason === 'session_closed';
  return (
    <Card component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Title order={2} size="h3" flex="1 1 14rem">
            <AppLink to={`/study/details/${mine.study_id}`} underline="hover" inherit c="inherit">
              {mine.study_title}
            </AppLink>
          </Title>
          <ParticipationState state={mine.state} waitEnded={waitEnded} />
        </Group>
        <Text size="sm">
          {t(`meaning.${waitEnded ? 'wait_over' : mine.state}`)}
          {mine.due_at && (
            <>
              {' '}
              <Text span inherit fw={600}>
                {t(`due.${isNoted ? 'noted' : mine.state}`, { defaultValue: t('due.other') })}{' '}
                <TimeWithZone at={mine.due_at} distance />.
              </Text>
            </>
          )}
        </Text>
        {mine.reason && !waitEnded && <Decision {...mine} reason={mine.reason} />}
        {mine.consent_withdrawn && <ConsentWithdrawnNotice state={mine.state} />}
        {mine.paused && <SessionPausedNotice />}
        {mine.data_withdrawn_on && (
          <Text size="sm">
            {t('data.withdrawn', { day: formatDate(`${mine.data_withdrawn_on}T12:00:00Z`) })}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            <PayLine reward={mine.reward} minutes={mine.duration_minutes} />
          </Text>
          <Text size="sm" c="dimmed">
            {t('history.since')} <TimeText at={mine.created_at} relative />
          </Text>
        </Group>
        {!(reward && settled.includes(reward.state)) && <ParticipationPayment mine={mine} />}
        {payments.map((payment) => (
          <LazyOwnPayment
            key={payment._id}
            mine={mine}
            payment={payment}
            onCode={showsCode && mayBePaid(payment) ? onCode : undefined}
          />
        ))}
        {payments.length === 0 && showsCode && (
          <Group>
            <LazyCashCodeButton title={mine.study_title} onCode={onCode} />
          </Group>
        )}
        {showsExternalLink(mine) && (
          <LazyExternalStudy participation={mine._id} title={mine.study_title} />
        )}
        {showsSlot(mine) && <LazyParticipantSlot participationId={mine._id} />}
        <ParticipationActions
          mine={mine}
          size="sm"
          beside={
            <>
              <LinkButton to={`/history/receipts/${mine._id}`} size="sm" variant="default">
                {t('receipt')}
              </LinkButton>
              <LinkButton to={`/messages/${mine._id}`} size="sm" variant="default">
                {t('write')}
              </LinkButton>
            </>
          }
        />
      </Stack>
    </Card>
  );
}

/**
 * Explains the decision: in the researchers' words or, if an administrator overturned a rejection,
 * in the administrator's.
 */
function Decision({
  state,
  reason,
  category,
}: Pick<Participation, 'state' | 'category'> & { reason: string }) {
  const { t } = useTranslation('participation');
  return (
    <Paper withBorder p="sm">
      <Text size="sm" fw={600}>
        {t(state === 'approved' ? 'reason.of_approval' : 'reason.title')}
        {category && `: ${t(`reason.category.${category}`)}`}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {reason}
      </Text>
    </Paper>
  );
}
