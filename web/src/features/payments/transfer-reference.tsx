import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deposit } from '../../../../contracts/payments/funding';
import { formatMoney } from '../../lib/intl/format-money';
import { IconCheck } from '../../ui/icons/check';
import { IconCopy } from '../../ui/icons/copy';

/**
 * Shows a researcher who announced a transfer the next step: the bank transfer must carry this
 * reference.
 */
export function TransferReference({ deposit, onDone }: { deposit: Deposit; onDone: () => void }) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation('common');
  const copyButton = useRef<HTMLButtonElement>(null);
  // This notice has replaced the form, which had the focus, so the copy button takes the focus.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <Alert role="status" title={t('announced.title', { money: formatMoney(deposit) })}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('announced.text')}</Text>
        <Text size="sm" c="dimmed" id="transfer-reference">
          {t('announced.reference')}
        </Text>
        <Group gap="sm">
          <Text fz={28} fw={650} ff="monospace" lh={1.2} style={{ overflowWrap: 'anywhere' }}>
            {deposit.reference}
          </Text>
          <CopyButton value={deposit.reference} timeout={2000}>
            {({ copied, copy }) => (
              <Button
                ref={copyButton}
                onClick={copy}
                aria-describedby="transfer-reference"
                leftSection={
                  copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
              >
                {t(copied ? 'announced.copied' : 'announced.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">{t('announced.then')}</Text>
        <Button variant="default" onClick={onDone}>
          {common('action.close')}
        </Button>
      </Stack>
    </Alert>
  );
}
