import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashConfirmation } from '../../../../contracts/payments/payments';
import { ApiError } from '../../lib/http/api';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import { cashCodeDigits } from './cash-digits.rule';

interface Props {
  title: string;
  /** Says what the confirmation does, and for which amount. */
  text: string;
  confirm: string;
  /** Whether the participant may sign on paper instead of showing a code. */
  maySign: boolean;
  /** Sends the confirmation. @throws ApiError */
  onConfirm: (given: CashConfirmation) => Promise<unknown>;
  onClose: () => void;
}

const isWrongCode = (error: unknown) =>
  error instanceof ApiError && error.code === 'wrong_cash_code';

/** The dialog has its own explanations of these errors, which are clearer than the server's. */
const refusals = ['already_decided', 'illegal_transition', 'method_not_offered'] as const;

/**
 * Confirms a cash payment: by the six digits on the participant's page, or by the participant's
 * signature on paper.
 */
export function ConfirmCashDialog({ title, text, confirm, maySign, onConfirm, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [signed, setSigned] = useState(false);
  const [atField, setAtField] = useState<'short' | 'wrong' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const complain = (why: 'short' | 'wrong') => {
    setAtField(why);
    setTimeout(() => input.current?.focus());
  };
  const refusedWith = refusals.find((one) => error instanceof ApiError && error.code === one);
  const send = async () => {
    if (busy) return;
    setError(null);
    const digits = cashCodeDigits(code);
    if (!signed && digits.length < 6) return complain('short');
    setAtField(null);
    setBusy(true);
    try {
      await onConfirm(signed ? { signed: true } : { code: digits });
    } catch (refused) {
      setBusy(false);
      if (isWrongCode(refused)) complain('wrong');
      else setError(refused);
      return;
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="md">
          <Text size="sm" className="numbers">
            {text}
          </Text>
          <TextInput
            ref={input}
            label={t('cash.code')}
            description={t('cash.code_hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            size="md"
            className="numbers"
            value={code}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              setAtField(null);
            }}
            disabled={signed}
            error={atField && t(`cash.${atField}`)}
            data-autofocus
          />
          {maySign && (
            <Checkbox
              label={t('cash.signed')}
              description={t('cash.signed_hint')}
              checked={signed}
              onChange={({ currentTarget }) => {
                setSigned(currentTarget.checked);
                setAtField(null);
              }}
            />
          )}
          <ErrorNotice
            error={error}
            title={refusedWith && t(`cash.refused.${refusedWith}`)}
            kept={common('error.kept')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
