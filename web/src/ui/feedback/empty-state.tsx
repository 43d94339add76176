import { Group, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '../icons/icon';
import type { ReactNode } from 'react';
import { SeatsDrawing } from '../drawings/seats';
import classes from './empty-state.module.css';

interface Props {
  icon: Icon;
  title: string;
  /** Says what the list shows when it is not empty. */ text: ReactNode;
  /** A button or link for the next step. */ action?: ReactNode;
  order?: 2 | 3;
}

/**
 * Shown instead of an empty list: a drawing of an empty room, a text about what the list would
 * show, and a button for the next step.
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
