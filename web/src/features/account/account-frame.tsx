import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { LazySeatsDrawing } from '../../ui/drawings/seats-later';
import { useFocusAfterNavigation, usePageTitle } from '../../ui/page';
import classes from './account-frame.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  /**
   * Set if this content has replaced a form on the same page. Its heading then takes the focus and
   * scrolls into view, as after a navigation.
   */
  takesOver?: boolean;
}

/** The narrow layout of the pages around signing in, each of which has a single task. */
export function AccountPageLayout({
  title,
  lead,
  children,
  foot,
  wide = false,
  takesOver = false,
}: Props) {
  usePageTitle(title);
  const heading = useFocusAfterNavigation();
  const hasRoom = useMediaQuery('(min-width: 62em)', false);
  useEffect(() => {
    if (takesOver) heading.current?.focus();
  }, [takesOver, heading]);
  return (
    <Container size="xl" w="100%" py={{ base: 'lg', sm: 56 }} className={classes.frame}>
      <Stack gap="lg" w="100%" maw={wide ? 588 : 428}>
        <div>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={4} component="div">
              {lead}
            </Text>
          )}
        </div>
        <Paper p={{ base: 'md', sm: 'xl' }} radius="lg">
          {children}
        </Paper>
        {foot && (
          <Text ta="center" component="div">
            {foot}
          </Text>
        )}
      </Stack>
      <div className={classes.picture}>
        {hasRoom && <LazySeatsDrawing scene="filling" width={420} />}
      </div>
    </Container>
  );
}
