import { Center, Container, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Delayed, useHasElapsed } from './after';
import classes from './loading.module.css';
import {
  CardShape,
  ChartShape,
  FigureShape,
  FormShape,
  TextPlaceholder,
  RowShape,
  TextShape,
} from './shapes';

/**
 * The text that appears after two seconds (DESIGN, behave). It lies over the placeholders, since a
 * separate line would move the content below.
 */
function Slow() {
  const { t } = useTranslation('common');
  return useHasElapsed(2000) ? (
    <div className={classes.still}>
      <Text c="dimmed" size="sm">
        {t('loading.still')}
      </Text>
    </div>
  ) : null;
}

/**
 * Wraps the placeholders of content that is loading: they appear after 150 ms, and a text appears
 * after two seconds.
 */
export function Loading({ label, children }: { label?: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <Delayed>
      <div role="status" aria-label={label ?? t('loading.short')} className={classes.loading}>
        {children}
        <Slow />
      </div>
    </Delayed>
  );
}

interface Many {
  count?: number;
  height?: number;
}
const times = (count: number, shape: (i: number) => ReactNode) =>
  Array.from({ length: count }, (_, i) => shape(i));

/** Placeholders of cards below each other. */
export const LoadingCards = ({ count = 3, height = 120 }: Many) => (
  <Loading>
    <Stack gap="md">
      {times(count, (i) => (
        <CardShape key={i} height={height} />
      ))}
    </Stack>
  </Loading>
);

/** Placeholders of cards beside each other, as in a catalogue. */
export const LoadingGrid = ({ count = 6, height = 232 }: Many) => (
  <Loading>
    <div className={classes.cards}>
      {times(count, (i) => (
        <CardShape key={i} height={height} />
      ))}
    </div>
  </Loading>
);

/** Placeholders of lines of a list or a table, with the same gaps as between cards. */
export const LoadingRows = ({ count = 3, height = 56 }: Many) => (
  <Loading>
    <Stack gap="md">
      {times(count, (i) => (
        <RowShape key={i} height={height} />
      ))}
    </Stack>
  </Loading>
);

export const LoadingChart = ({ height = 294 }: { height?: number }) => (
  <Loading>
    <ChartShape height={height} />
  </Loading>
);

/**
 * Placeholders of a form.
 * @param fields the heights of the form's inputs
 */
export const LoadingForm = ({ fields = [44, 44, 44] }: { fields?: readonly number[] }) => (
  <Loading>
    <FormShape fields={fields} />
  </Loading>
);

export const LoadingText = ({ widths }: { widths?: readonly number[] }) => (
  <Loading>
    <TextShape widths={widths} />
  </Loading>
);

/** Placeholders of a page of numbers: figures side by side, a chart and a table. */
export const LoadingNumbers = () => (
  <Loading>
    <Stack gap="lg">
      <div className={classes.figures}>
        {times(5, (i) => (
          <FigureShape key={i} height={96} />
        ))}
      </div>
      <ChartShape height={340} />
      <div>
        {times(5, (i) => (
          <RowShape key={i} height={44} />
        ))}
      </div>
    </Stack>
  </Loading>
);

/** Placeholders of a page whose content is not known at all: a heading, and text below it. */
export const LoadingPage = () => (
  <Container size="xl" py={{ base: 'lg', sm: 'xl' }} w="100%">
    <Loading>
      <Stack gap="lg" maw="54rem">
        <TextPlaceholder w="min(22rem, 70%)" h={36} />
        <TextShape widths={[64, 92, 88, 40]} />
      </Stack>
    </Loading>
  </Container>
);

/** Three dots that light up in turn. They are shown during an action that brings no new content. */
export const BusyDots = () => (
  <span className={classes.dots} aria-hidden>
    <span />
    <span />
    <span />
  </span>
);

/**
 * The page that is shown while an action runs, such as a sign-out. After two seconds, a text says
 * which action it is.
 */
export function BusyPage({ label, height = '50vh' }: { label?: string; height?: string }) {
  const { t } = useTranslation('common');
  const slow = useHasElapsed(2000);
  return (
    <Delayed>
      <Center h={height} role="status" aria-label={label ?? t('loading.short')}>
        <Stack align="center" gap="sm">
          <Text fz="1.5rem" component="div">
            <BusyDots />
          </Text>
          <Text c="dimmed" mih="1.5em">
            {slow ? (label ?? t('loading.still')) : ' '}
          </Text>
        </Stack>
      </Center>
    </Delayed>
  );
}
