import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingPayouts } from '../../../../../../contracts/payments/bank-payouts';
import { formatMoney } from '../../../../lib/intl/format-money';
import { CreatePayoutBatchDialog } from './draw.dialog';

/** Lists the payouts that wait for the next batches, by currency. */
export function WaitingPayoutsList({ waiting }: { waiting: readonly WaitingPayouts[] }) {
  const { t } = useTranslation('payments');
  const [drawing, setDrawing] = useState<WaitingPayouts | null>(null);
  return (
    <Stack gap="sm" component="section" aria-labelledby="payouts-waiting">
      <Title order={2} size="h4" id="payouts-waiting">
        {t('payouts.waiting.title')}
      </Title>
      {waiting.length === 0 ? (
        <Text c="dimmed">{t('payouts.waiting.none')}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          {waiting.map((one) => (
            <Card key={one.currency} withBorder padding="md">
              <Group justify="space-between" align="flex-end" gap="sm">
                <Stack gap={2}>
                  <Text fz={24} fw={650} lh={1.2} className="numbers">
                    {formatMoney({ amount: one.total, currency: one.currency })}
                  </Text>
                  <Text size="sm" className="numbers">
                    {t('payouts.payments', { count: one.payments })}
                  </Text>
                </Stack>
                <Button
                  mih={44}
                  aria-label={t('payouts.draw.in', { currency: one.currency })}
                  onClick={() => setDrawing(one)}
                >
                  {t('payouts.draw.open')}
                </Button>
              </Group>
            </Card>
          ))}
        </SimpleGrid>
      )}
      {drawing && <CreatePayoutBatchDialog waiting={drawing} onClose={() => setDrawing(null)} />}
    </Stack>
  );
}
