import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../contracts/base/fields';
import { computePartialReward } from '../../../../contracts/enrolment/part-pay.rule';
import type {
  Participation,
  participantActions,
} from '../../../../contracts/enrolment/participations';
import { serverNow } from '../../lib/http/server-clock';
import { formatMoney } from '../../lib/intl/format-money';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { onDemand } from '../../ui/on-demand';
import {
  useParticipationChange,
  useCanEnrolAgain,
  useEnrolAgain,
  type ParticipationToChange,
} from './use-move';

const ConfirmDialog = onDemand(
  async () => (await import('../../ui/feedback/confirm.dialog')).ConfirmDialog,
);

type Action = (typeof participantActions)[number];
type Question = 'withdraw' | 'withdraw-data';
const undoMs = 8000;

/**
 * The buttons for each state of a participation (docs/domain.md, 2). `next` is the primary button;
 * `leave` is the less prominent button below it.
 */
const steps: Partial<
  Record<
    Participation['state'],
    { next?: Action; leave: 'leave_waitlist' | 'refuse_offer' | 'withdraw' }
  >
> = {
  waitlisted: { leave: 'leave_waitlist' },
  offered: { next: 'accept', leave: 'refuse_offer' },
  enrolled: { next: 'start', leave: 'withdraw' },
  started: { next: 'complete', leave: 'withdraw' },
};

/** The style of the less important buttons: small, and at the left edge of the text. */
const quiet = { size: 'compact-sm', variant: 'transparent', color: 'gray', px: 0 } as const;

/** @param beside further buttons, which are shown beside the primary button */
export function ParticipationActions({
  mine,
  size = 'md',
  beside,
}: {
  mine: ParticipationToChange;
  size?: 'sm' | 'md';
  beside?: ReactNode;
}) {
  const { t } = useTranslation('participation');
  const move = useParticipationChange();
  const comeBack = useEnrolAgain();
  const othersFree = useCanEnrolAgain();
  const [asking, setAsking] = useState<Question | null>(null);
  /** The question that the dialog shows; it stays set while the closing animation runs. */
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = (question: Question | null) => {
    setAsking(question);
    if (question) setAsked(question);
  };
  const [looking, setLooking] = useState(false);
  const step = steps[mine.state];
  if (!step && !mine.may_withdraw_data && !beside) return null;
  // The live update often removes these buttons before the response arrives. So the message about
  // the withdrawal does not depend on the buttons.
  const go = async (action: Action, undo = false) => {
    try {
      await move.mutateAsync({ params: { id: mine._id }, body: { action } });
    } catch {
      return; // the error is shown below the buttons
    }
    ask(null);
    showMessage(t(`moved.${action}`, { title: mine.study_title }), {
      type: 'success',
      ...(action === 'complete' && { autoHideMs: undoMs }),
      ...(undo && {
        autoHideMs: undoMs,
        action: { label: t('action.undo'), run: () => void comeBack(mine) },
      }),
    });
  };
  // A participant who could enrol again withdraws without a question and can undo the withdrawal.
  // All others would lose the seat or the place on the waiting list, so they must confirm first.
  const leave = async () => {
    if (mine.state !== 'enrolled') return ask('withdraw');
    setLooking(true);
    const free = await othersFree(mine).catch(() => false);
    setLooking(false);
    return free ? go('withdraw', true) : ask('withdraw');
  };
  // The page around the study starts and ends the participation. This button only leads there.
  const isHere = mine.runs_here && (mine.state === 'enrolled' || mine.state === 'started');
  // The external study reports the completion, so the participant has no button for it.
  const comesBack = mine.runs_outside && step?.next === 'complete';
  // If participants come to a place or a video call, the researcher records who came, and the
  // participant has no button for it.
  const isTheirs =
    (mine.by_appointment && (mine.state === 'enrolled' || mine.state === 'started')) ||
    // In studies with `researcher_concludes`, the researchers record the completion.
    (mine.researcher_concludes && mine.state === 'started');
  const isHalted = mine.paused || (mine.consent_withdrawn && mine.state !== 'started');
  const next = comesBack || isHere || isTheirs || isHalted ? undefined : step?.next;
  const toStudy = isHere && !isHalted;
  const busy = move.isPending || looking;
  const isDoing = (action: Action) => move.isPending && move.variables?.body.action === action;
  return (
    <Stack gap="sm">
      {(toStudy || next || beside) && (
        <Group gap="sm" data-no-print>
          {toStudy && (
            <Button size={size} component="a" href={`/run/${mine._id}`}>
              {t(mine.state === 'started' ? 'action.go_on' : 'action.begin')}
            </Button>
          )}
          {next && (
            <Button
              size={size}
              onClick={() => void go(next)}
              loading={isDoing(next)}
              disabled={busy}
            >
              {t(`action.${next}`)}
            </Button>
          )}
          {beside}
        </Group>
      )}
      <Group gap="lg" data-no-print>
        {step && (
          <Button
            {...quiet}
            onClick={() => void leave()}
            loading={looking || isDoing('withdraw')}
            disabled={busy}
          >
            {t(`action.${step.leave}`)}
          </Button>
        )}
        {mine.may_withdraw_data && (
          <Button {...quiet} onClick={() => ask('withdraw-data')} disabled={busy}>
            {t('action.withdraw-data')}
          </Button>
        )}
      </Group>
      {!asking && <ErrorNotice error={move.error} />}
      {asked === 'withdraw' && (
        <LeaveDialog
          mine={mine}
          opened={asking === 'withdraw'}
          onClose={() => ask(null)}
          onConfirm={() => void go('withdraw')}
          busy={move.isPending}
          error={move.error}
        />
      )}
      {asked === 'withdraw-data' && (
        <ConfirmDialog
          opened={asking === 'withdraw-data'}
          onMissing={() => ask(null)}
          onClose={() => ask(null)}
          onConfirm={() => void go('withdraw-data')}
          title={t('data.title')}
          confirm={t('data.confirm')}
          danger
          busy={move.isPending}
          notice={<ErrorNotice error={move.error} />}
        >
          <Text>{t('data.text')}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** Returns the amount that a started participant gets for withdrawing now; null for nothing. */
function dueForLeaving({
  state,
  reward,
  part_due,
  duration_minutes,
  updated_at,
}: ParticipationToChange): Money | null {
  if (state !== 'started' || !reward || !part_due || !duration_minutes || !updated_at) return null;
  const spentMs = serverNow() - Date.parse(updated_at);
  const amount = computePartialReward(reward.amount, part_due, duration_minutes, spentMs);
  return amount > 0 ? { ...reward, amount } : null;
}

function LeaveDialog({
  mine,
  error,
  ...dialog
}: {
  mine: ParticipationToChange;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  busy: boolean;
  error: unknown;
}) {
  const { t } = useTranslation('participation');
  const { state, part_due } = mine;
  const part = dueForLeaving(mine);
  const lost =
    state === 'waitlisted' || state === 'offered' || state === 'enrolled' ? state : undefined;
  return (
    <ConfirmDialog
      {...dialog}
      onMissing={dialog.onClose}
      title={lost ? t(`leave.${lost}.title`) : t('withdraw.title')}
      confirm={t(`action.${steps[state]?.leave ?? 'withdraw'}`)}
      danger
      notice={<ErrorNotice error={error} />}
    >
      {lost ? (
        <Text>{t(`leave.${lost}.text`)}</Text>
      ) : part && part_due ? (
        <Stack gap="xs">
          <Text fw={600} className="numbers">
            {t(part_due.kind === 'by_time' ? 'withdraw.by_time' : 'withdraw.part', {
              money: formatMoney(part),
            })}
          </Text>
          <Text>{t('withdraw.text_part')}</Text>
        </Stack>
      ) : (
        <Text>{t('withdraw.text')}</Text>
      )}
    </ConfirmDialog>
  );
}
