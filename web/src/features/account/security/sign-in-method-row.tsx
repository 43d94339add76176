import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './security.module.css';

interface Props {
  icon: ReactNode;
  name: ReactNode;
  badge?: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

/** A row for one sign-in method, device or key: its name, its details and its actions. */
export function SignInMethodRow({ icon, name, badge, text, action }: Props) {
  return (
    <li className={classes.row}>
      <span className={classes.icon}>{icon}</span>
      <Stack gap={0}>
        <Group gap="xs">
          <Text fw={500} component="span">
            {name}
          </Text>
          {badge}
        </Group>
        {text && (
          <Text size="sm" c="dimmed" component="div">
            {text}
          </Text>
        )}
      </Stack>
      {action}
    </li>
  );
}

export const SignInMethodList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.list} aria-label={label}>
    {children}
  </ul>
);
