import { Center, Container, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Delayed, useAfter } from './after';
import classes from './loading.module.css';
import { CardShape, ChartShape, FigureShape, FormShape, Ink, RowShape, TextShape } from './shapes';

/** The words that come after two seconds (DESIGN, behave), over the shapes: a line of their own would move what follows. */
function Slow() {
  const { t } = useTranslation('common');
  return useAfter(2000) ? (
    <div className={classes.still}>
      <Text c="dimmed" size="sm">
        {t('loading.still')}
      </Text>
    </div>
  ) : null;
}

/** Around the shapes of what comes: they appear after 150 ms, and a word after two seconds. */
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

/** Cards below each other. */
export const LoadingCards = ({ count = 3, height = 120 }: Many) => (
  <Loading>
    <Stack gap="md">
      {times(count, (i) => (
        <CardShape key={i} height={height} />
      ))}
    </Stack>
  </Loading>
);

/** Cards beside each other, as a catalogue has them. */
export const LoadingGrid = ({ count = 6, height = 232 }: Many) => (
  <Loading>
    <div className={classes.cards}>
      {times(count, (i) => (
        <CardShape key={i} height={height} />
      ))}
    </div>
  </Loading>
);

/** Lines of a list or a table, with the space between them that cards have. */
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

/** @param fields the heights of its inputs */
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

/** Figures beside each other, a chart and a table: a page of numbers. */
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

/** A page whose program or reader is not known yet: its heading, and words below it. */
export const LoadingPage = () => (
  <Container size="xl" py={{ base: 'lg', sm: 'xl' }} w="100%">
    <Loading>
      <Stack gap="lg" maw="54rem">
        <Ink w="min(22rem, 70%)" h={36} />
        <TextShape widths={[64, 92, 88, 40]} />
      </Stack>
    </Loading>
  </Container>
);

/** Where no content comes but something is done: three seats that are taken, and then a word. */
export const Dots = () => (
  <span className={classes.dots} aria-hidden>
    <span />
    <span />
    <span />
  </span>
);

/** Something is being done, such as a sign-out; the word says what after two seconds. */
export function BusyPage({ label, height = '50vh' }: { label?: string; height?: string }) {
  const { t } = useTranslation('common');
  const slow = useAfter(2000);
  return (
    <Delayed>
      <Center h={height} role="status" aria-label={label ?? t('loading.short')}>
        <Stack align="center" gap="sm">
          <Text fz="1.5rem" component="div">
            <Dots />
          </Text>
          <Text c="dimmed" mih="1.5em">
            {slow ? (label ?? t('loading.still')) : ' '}
          </Text>
        </Stack>
      </Center>
    </Delayed>
  );
}
