import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BonusPaymentSteps } from './use-pay-bonus';

interface Props {
  paying: BonusPaymentSteps;
  /** Called when the researcher requests the total. */
  onCheck: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The first step of a bonus: its fields, and the button that shows the total. */
export function BonusRequestForm({ paying, onCheck, onClose, children }: Props) {
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <Stack gap="md">
        {children}
        <Text size="sm" c="dimmed">
          {t('bonus.nothing_yet')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" loading={paying.busy}>
            {t('bonus.check')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
