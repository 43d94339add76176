import '@mantine/dates/styles.css';
import { Button, Group, Stack } from '@mantine/core';
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates';
import 'dayjs/locale/de';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface CalendarProps {
  /** The day in the field, `2026-12-01`; null if the field has none. */
  day: string | null;
  /** The day at which the calendar opens if the field has none. */
  begin?: string | undefined;
  /** Whether the person first chooses the year, since paging back thirty years by month would be tedious. */
  fromYears?: boolean;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
  /** The time, such as `14:30`, if the field has a day and a time. */
  time?: { value: string; change: (time: string) => void; done: () => void };
}

/** The labels of the calendar's arrows. */
const arrows = {
  previousMonth: 'previous_month',
  nextMonth: 'next_month',
  previousYear: 'previous_year',
  nextYear: 'next_year',
  previousDecade: 'previous_decade',
  nextDecade: 'next_decade',
} as const;

/** A calendar in the language of the page; native date fields follow the language of the browser. */
export function Calendar({ day, begin, fromYears, min, max, onPick, time }: CalendarProps) {
  const { t, i18n } = useTranslation('dates');
  // The days get the initial focus, not the arrow above them. The popover cannot focus them,
  // because it may have opened before this file was loaded.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const first = (here: boolean) => (here ? { 'data-autofocus': true } : {});
  return (
    <DatesProvider
      settings={{ locale: i18n.resolvedLanguage ?? 'en', firstDayOfWeek: 1, weekendDays: [] }}
    >
      <Stack gap="sm" ref={box}>
        <DatePicker
          value={day}
          onChange={(picked) => picked && onPick(picked)}
          defaultDate={day ?? begin}
          defaultLevel={fromYears && !day ? 'decade' : 'month'}
          minDate={min}
          maxDate={max}
          hideOutsideDates
          size="md"
          getDayProps={(one) => first(one === (day ?? begin))}
          getYearControlProps={(year) =>
            first(year.slice(0, 4) === (day ?? begin ?? '').slice(0, 4))
          }
          ariaLabels={Object.fromEntries(
            Object.entries(arrows).map(([name, key]) => [name, t(`calendar.${key}`)]),
          )}
        />
        {time && (
          <Group align="flex-end" justify="space-between">
            <TimePicker
              label={t('time')}
              value={time.value}
              onChange={(value) => value && time.change(value)}
              hoursInputLabel={t('hours')}
              minutesInputLabel={t('minutes')}
              disabled={day === null}
            />
            <Button onClick={time.done}>{t('done')}</Button>
          </Group>
        )}
      </Stack>
    </DatesProvider>
  );
}
