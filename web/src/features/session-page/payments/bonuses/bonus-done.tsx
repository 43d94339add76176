import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import type { Bonus } from '../../../../../../contracts/payments/bonuses';
import { formatMoney } from '../../../../lib/intl/format-money';
import { AppLink } from '../../../../ui/app-link';

interface Props {
  bonus: Bonus;
  session: Session;
  onClose: () => void;
}

/** Shown after a bonus was paid: the amount and the receipt. */
export function BonusDone({ bonus, session, onClose }: Props) {
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { people, amount_total: amount, currency } = bonus;
  return (
    <Stack gap="md">
      <Title ref={heading} order={3} size="h4" tabIndex={-1} className="numbers">
        {t('bonus.done', { count: people, money: formatMoney({ amount, currency }) })}
      </Title>
      <Text size="sm">
        {t(session.privacy_level === 'anonymous' ? 'bonus.done_anonymous' : 'bonus.done_text')}
      </Text>
      <AppLink to={`/receipts/bonus/${bonus._id}`}>{t('bonus.receipt')}</AppLink>
      <Group justify="flex-end">
        <Button onClick={onClose}>{common('action.close')}</Button>
      </Group>
    </Stack>
  );
}
