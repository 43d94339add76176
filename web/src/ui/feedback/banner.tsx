import { Container, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '../icons/alert-triangle';
import { IconCircleCheck } from '../icons/circle-check';
import { IconClock } from '../icons/clock';
import { IconInfoCircle } from '../icons/info-circle';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

const kinds = {
  info: IconInfoCircle,
  waiting: IconClock,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
};
export type BannerKind = keyof typeof kinds;

/** A full-width notice that stays as long as the situation that it describes. */
export function Banner({
  kind,
  children,
  action,
}: {
  kind: BannerKind;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = kinds[kind];
  return (
    <div className={classes.banner} data-kind={kind}>
      <Container size="xl" className={classes.inner}>
        <Icon size={20} stroke={1.8} aria-hidden className={classes.icon} />
        <Group gap="xs" justify="space-between" flex={1}>
          <Text size="sm" flex="1 1 16rem">
            {children}
          </Text>
          {action}
        </Group>
      </Container>
    </div>
  );
}
