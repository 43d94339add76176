import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusAfterNavigation, useTitle } from '../../ui/page';

/** The narrow frame of the pages around signing in: one thing to do. */
export function AccountFrame({ title, lead, children, foot, wide = false }: { title: string; lead?: ReactNode; children: ReactNode; foot?: ReactNode; wide?: boolean }) {
  useTitle(title);
  const heading = useFocusAfterNavigation();
  return (
    <Container size={wide ? 620 : 460} w="100%" py={{ base: 'lg', sm: 56 }}>
      <Stack gap="lg">
        <div>
          <Title order={1} ref={heading} tabIndex={-1}>{title}</Title>
          {lead && <Text c="dimmed" mt={4} component="div">{lead}</Text>}
        </div>
        <Paper p={{ base: 'md', sm: 'xl' }} radius="lg">{children}</Paper>
        {foot && <Text ta="center" component="div">{foot}</Text>}
      </Stack>
    </Container>
  );
}
