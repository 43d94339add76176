import { Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  icon: Icon;
  title: string;
  /** What this place is for. */ text: ReactNode;
  /** The next step. */ action?: ReactNode;
  order?: 2 | 3;
}

/** Says what would be here and offers the next step. */
export function EmptyState({ icon: Icon, title, text, action, order = 2 }: Props) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light">
        <Icon size={28} stroke={1.6} aria-hidden />
      </ThemeIcon>
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
