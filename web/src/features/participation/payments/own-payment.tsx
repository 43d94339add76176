import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participation } from '../../../../../contracts/enrolment/participations';
import type { ParticipantPayment as Payment } from '../../../../../contracts/payments/payments';
import { PaymentStateLine } from '../../../domain/payment/payment-state';
import { formatDate } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { showMessage } from '../../../lib/ui.store';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { onDemand } from '../../../ui/on-demand';
import { GiftCode } from './gift-code';
import { useChangePayment } from './use-change-payment';

const ChooseMethodDialog = onDemand(async () => (await import('./dialogs')).ChooseMethodDialog);
const AnswerDialog = onDemand(async () => (await import('./dialogs')).AnswerRejectionDialog);
const ConfirmDialog = onDemand(
  async () => (await import('../../../ui/feedback/confirm.dialog')).ConfirmDialog,
);

const quiet = { size: 'compact-sm', variant: 'transparent', color: 'gray', px: 0 } as const;
const ofDay = (day: string) => formatDate(`${day}T12:00:00`);

interface Props {
  mine: Pick<Participation, '_id' | 'study_title'>;
  payment: Payment;
  /**
   * Shows the code with which the researcher confirms a payment in cash; undefined if no code is
   * offered.
   */
  onCode: (() => void) | undefined;
}

/**
 * Shows a payment: its kind (unless it is the reward), its amount, its state in words, and the
 * actions of the participant.
 */
export function OwnPayment({ mine, payment, onCode }: Props) {
  const { t } = useTranslation('own-payments');
  const part = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<'choose' | 'waive' | 'answer' | null>(null);
  const waive = useChangePayment();
  const { state, day, methods, choose_from, claim_until, answer, gift_code, method } = payment;
  const title =
    payment.kind === 'reward'
      ? mine.study_title
      : t(`with.${payment.kind}`, { title: mine.study_title });
  const money = formatMoney(payment);
  const close = () => setAsking(null);
  const done = (text: string) => {
    close();
    showMessage(text, { type: 'success' });
    // The button that opened the dialog has disappeared, so this part of the page takes the focus.
    setTimeout(() => part.current?.focus());
  };
  const mayChoose = methods.length > 0;
  return (
    <Stack
      component="section"
      ref={part}
      tabIndex={-1}
      gap={6}
      aria-label={t('of', { title })}
      style={{ outlineOffset: 4 }}
    >
      {payment.kind !== 'reward' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t(`kind.${payment.kind}`)}
          {payment.reason !== null && `: ${payment.reason}`}
        </Text>
      )}
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Text span fw={650} className="numbers">
          {money}
        </Text>
        <div aria-live="polite">
          <PaymentStateLine
            state={state}
            text={
              state === 'paid'
                ? t(`paid.${method ?? 'unknown'}`, { day: ofDay(day) })
                : choose_from
                  ? t('choose_from', { day: ofDay(choose_from) })
                  : t(`state.${state}`)
            }
          />
        </div>
      </Group>
      {mayChoose && claim_until && (
        <Text size="sm">{t('claim_until', { day: ofDay(claim_until) })}</Text>
      )}
      {state === 'processing' && method && (
        <Text size="sm">{t(payment.held ? 'processing.held' : `processing.${method}`)}</Text>
      )}
      {gift_code && <GiftCode gift={gift_code} />}
      {state === 'paid' && (
        <AppLink
          to={`/receipts/participant-payment/${payment._id}`}
          size="sm"
          aria-label={t('receipt_for', { title })}
          data-no-print
        >
          {t('receipt')}
        </AppLink>
      )}
      {answer !== null && <Said label={t('answer.yours')} text={answer} />}
      {payment.upheld_because !== null && (
        <Said label={t('answer.upheld')} text={payment.upheld_because} />
      )}
      {(mayChoose || payment.may_answer || onCode) && (
        <Group gap="sm" data-no-print>
          {mayChoose && (
            <Button
              size="sm"
              onClick={() => setAsking('choose')}
              aria-label={t('choose.open_for', { title })}
            >
              {t('choose.open')}
            </Button>
          )}
          {payment.may_answer && (
            <Button
              size="sm"
              variant="default"
              onClick={() => setAsking('answer')}
              aria-label={t('answer.open_for', { title })}
            >
              {t('answer.open')}
            </Button>
          )}
          {onCode && <CashCodeButton title={title} onCode={onCode} />}
        </Group>
      )}
      {mayChoose && (
        <Group data-no-print>
          <Button
            {...quiet}
            onClick={() => {
              waive.reset();
              setAsking('waive');
            }}
            aria-label={t('waive.open_for', { title })}
          >
            {t('waive.open')}
          </Button>
        </Group>
      )}
      {asking === 'choose' && (
        <ChooseMethodDialog
          payment={payment}
          onMissing={close}
          onClose={close}
          onChosen={(chosen) => done(t(`choose.done.${chosen}`))}
          onCode={() => {
            close();
            onCode?.();
          }}
        />
      )}
      {asking === 'answer' && (
        <AnswerDialog
          payment={payment}
          onMissing={close}
          onClose={close}
          onSent={() => done(t('answer.done'))}
        />
      )}
      {asking === 'waive' && (
        <ConfirmDialog
          opened
          onMissing={close}
          onClose={close}
          onConfirm={() =>
            waive.mutate(
              { params: { id: payment._id }, body: { action: 'waive' } },
              { onSuccess: () => done(t('waive.done')) },
            )
          }
          title={t('waive.title', { money })}
          confirm={t('waive.confirm')}
          danger
          busy={waive.isPending}
          notice={<ErrorNotice error={waive.error} />}
        >
          {t('waive.text')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** What the participant or an administrator wrote about the decision. */
const Said = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={600}>
      {label}
    </Text>
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </div>
);

/** The button that shows the code with which the researcher confirms a payment in cash. */
export function CashCodeButton({ title, onCode }: { title: string; onCode: () => void }) {
  const { t } = useTranslation('own-payments');
  return (
    <Button
      size="sm"
      variant="default"
      onClick={onCode}
      aria-label={t('code.open_for', { title })}
      data-no-print
    >
      {t('code.open')}
    </Button>
  );
}
