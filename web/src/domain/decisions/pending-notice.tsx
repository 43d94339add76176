import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../contracts/base/fields';
import { isPaidReward } from '../../../../contracts/enrolment/payment.rule';
import { formatMoney } from '../../lib/intl/format-money';
import { type PendingDecision, undoDecision, undoWindowMs } from './pending-decisions';

/**
 * Shows the pending decision, the time left to undo it, and the undo button, which gets the focus.
 */
function Undo({ held, word, text }: { held: PendingDecision; word: string; text: string }) {
  const { t } = useTranslation('session-page');
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // A new undo button takes the focus: the button that the researcher pressed is gone, and the undo
  // button exists only for seconds. An older undo button, whose row only now scrolls into view,
  // does not take the focus.
  const isNew = useRef(Date.now() < held.goesAt - undoWindowMs + 1_000);
  useEffect(() => {
    if (isNew.current) button.current?.focus();
    isNew.current = false;
  }, []);
  return (
    <Group gap="xs">
      <Text size="sm" id={id}>
        {text} {t('decide.undo_until', { count: undoWindowMs / 1_000 })}
      </Text>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        aria-describedby={id}
        onClick={() => undoDecision(held.id)}
      >
        {word}
      </Button>
    </Group>
  );
}
const actionOf = ({ decisions }: PendingDecision) => decisions[0]?.decision.action ?? 'approve';

/**
 * Shows the pending decision in the row of a participation. The undo button also undoes the other
 * decisions that the researcher made in the same step.
 */
export function PendingDecisionNotice({ held }: { held: PendingDecision }) {
  const { t } = useTranslation('session-page');
  const text = t(`decide.will.${actionOf(held)}`);
  return held.decisions.length > 1 ? (
    <Text size="sm">{text}</Text>
  ) : (
    <Undo held={held} word={t('decide.undo')} text={text} />
  );
}

/** Adds the sum of the approved rewards to the label of a button: "Approve 3 · €9.00". */
export const labelWithRewardSum = (text: string, reward: Money | null, count: number) =>
  isPaidReward(reward)
    ? `${text} · ${formatMoney({ ...reward, amount: reward.amount * count })}`
    : text;

/** Shows one notice with one undo button for several decisions that were made together. */
export function PendingDecisionsNotice({
  held,
  reward,
}: {
  held: PendingDecision;
  reward: Money | null;
}) {
  const { t } = useTranslation('session-page');
  const count = held.decisions.length;
  if (count < 2) return null;
  return (
    <Alert role="group" aria-label={t('decide.together', { count })} p="xs">
      <Undo
        held={held}
        word={t('decide.undo_all', { count })}
        text={`${labelWithRewardSum(
          t('decide.together', { count }),
          actionOf(held) === 'approve' ? reward : null,
          count,
        )}: ${t(`decide.will.${actionOf(held)}`)}`}
      />
    </Alert>
  );
}
