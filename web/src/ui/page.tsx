import { Container, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { TextPlaceholder } from './loading/shapes';

/**
 * A space in place of the lead (the text below the heading), so that its line is reserved while the
 * lead is loading.
 */
export const emptyLeadPlaceholder = '\u00a0';

interface Props {
  /** The heading, which is also the tab's title; blank until it is known. */
  title: string;
  /** A line of text below the heading. */
  lead?: ReactNode;
  /** The page's own actions, beside the heading. */
  actions?: ReactNode;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  children?: ReactNode;
}

/** Sets the tab's title. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title.trim() ? `${title} · Commonlab` : 'Commonlab';
  }, [title]);
}

/**
 * After a navigation inside the app the heading takes the focus, so that a screen reader announces
 * the new page.
 */
export function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (first.current !== 'default' && !hash) heading.current?.focus({ preventScroll: true });
  }, [hash]);
  return heading;
}

/** The greatest width of a page by its size. All pages begin at the same left edge. */
const widths: Record<NonNullable<Props['size']>, string | undefined> = {
  xs: '34rem',
  sm: '45rem',
  md: '54rem',
  lg: undefined,
  xl: undefined,
};

/**
 * The layout of every page: the same grid, the tab's title, one h1 heading, and the page's actions.
 */
export function Page({ title, lead, actions, size = 'lg', children }: Props) {
  usePageTitle(title);
  const heading = useFocusAfterNavigation();
  return (
    <Container size="xl" py={{ base: 'lg', sm: 'xl' }} w="100%">
      <Stack gap="lg" maw={widths[size]}>
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={4} flex="1 1 18rem">
            <Title order={1} ref={heading} tabIndex={-1}>
              {title.trim() ? (
                title
              ) : (
                // The placeholder is as high as a line of the heading.
                <span style={{ display: 'block', paddingBlock: '0.1em' }}>
                  <TextPlaceholder w="min(18rem, 60vw)" h="1em" />
                </span>
              )}
            </Title>
            {lead && (
              <Text c="dimmed" component="div" className="measure">
                {lead}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="sm">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Container>
  );
}
