import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconCircleDashed } from '../../ui/icons/circle-dashed';
import { IconCircleX } from '../../ui/icons/circle-x';
import { IconInfoCircle } from '../../ui/icons/info-circle';
import type { Icon } from '../../ui/icons/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type DeviceVerdict = 'fits' | 'misfit' | 'open' | 'info';
const looks: Record<DeviceVerdict, { icon: Icon; colour: string }> = {
  fits: { icon: IconCircleCheck, colour: 'var(--mantine-color-teal-text)' },
  misfit: { icon: IconCircleX, colour: 'var(--mantine-color-red-text)' },
  open: { icon: IconCircleDashed, colour: 'var(--mantine-color-dimmed)' },
  info: { icon: IconInfoCircle, colour: 'var(--mantine-color-dimmed)' },
};

/** One check: its name, the result in words, and what the person can do. */
export function DeviceCheckRow({
  title,
  verdict,
  result,
  children,
}: {
  title: string;
  verdict: DeviceVerdict;
  result: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation('device-check');
  const { icon: Icon, colour } = looks[verdict];
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Group gap={6} wrap="nowrap">
            <Icon size={20} color={colour} aria-hidden />
            <Text span size="sm" fw={600}>
              {t(`verdict.${verdict}`)}
            </Text>
          </Group>
        </Group>
        <Text role="status" className="measure">
          {result}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}
