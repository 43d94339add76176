import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** The anchor of the section on the page. */ id: string;
  title: string;
  lead?: ReactNode;
  badge?: ReactNode;
  children: ReactNode;
}

/** One part of the profile page, reachable by its anchor. */
export function ProfilePageSection({ id, title, lead, badge, children }: Props) {
  return (
    <Card component="section" id={id} aria-labelledby={`${id}-title`}>
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h3" id={`${id}-title`}>
              {title}
            </Title>
            {badge}
          </Group>
          {lead && (
            <Text mt={4} c="dimmed">
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
