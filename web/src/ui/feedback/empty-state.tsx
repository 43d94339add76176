import { Group, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '../icons/icon';
import type { ReactNode } from 'react';
import { SeatsDrawing } from '../drawings/seats';
import classes from './empty-state.module.css';

interface Props {
  icon: Icon;
  title: string;
  /** Says what is usually in this place. */ text: ReactNode;
  /** A button or link for the next step. */ action?: ReactNode;
  order?: 2 | 3;
}

/**
 * Shown instead of an empty list: what would be in this place, and a button for the next step, with
 * a drawing of an empty room.
 */
export function EmptyState({ icon: Icon, title, text, action, order = 2 }: Props) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md" ta="center">
      <div className={classes.picture}>
        <SeatsDrawing scene="empty" width={224} />
        <Icon size={30} stroke={1.6} aria-hidden className={classes.icon} />
      </div>
      <Title order={order} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="48ch" component="div">
        {text}
      </Text>
      {action && (
        <Group justify="center" mt="xs">
          {action}
        </Group>
      )}
    </Stack>
  );
}
