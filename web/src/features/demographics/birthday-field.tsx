import '@mantine/dates/styles.css';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import 'dayjs/locale/de';
import { useState } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Day } from '../../../../contracts/base/fields';
import { birthdayProblem, earliestBirthday } from '../../../../contracts/base/birthday';

/** Today, in the browser's time zone. */
export const localDay = (now = new Date()) =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;

/** The labels of the calendar's arrows. */
const steps = {
  previousMonth: 'previous_month',
  nextMonth: 'next_month',
  previousYear: 'previous_year',
  nextYear: 'next_year',
  previousDecade: 'previous_decade',
  nextDecade: 'next_decade',
} as const;

type Field = ControllerRenderProps<
  { date_of_birth: string; education_level: string },
  'date_of_birth'
>;

/**
 * docs/specification.md, 5: typed as YYYY-MM-DD, or picked from a calendar that begins with the
 * year: paging back thirty years by month would be tedious.
 */
export function BirthdayField({ field, error }: { field: Field; error: string | undefined }) {
  const { t, i18n } = useTranslation('demographics');
  const [opened, { toggle, close }] = useDisclosure(false);
  const today = localDay();
  const picked =
    Day.safeParse(field.value).success && !birthdayProblem(field.value, today) ? field.value : null;
  const yesterday = localDay(new Date(Date.now() - 86_400_000));
  const begin = picked ?? `${Number(today.slice(0, 4)) - 30}-01-01`;
  // The popover's initial focus is on the choices, not on the arrow above them.
  const first = (here: boolean) => (here ? { 'data-autofocus': true } : {});
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const pick = (day: string | null) => {
    if (day) field.onChange(day);
    close();
    button?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={(open) => {
        if (!open) close();
      }}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          {...field}
          label={t('birthday.label')}
          description={t('birthday.hint')}
          placeholder="1994-03-30"
          inputMode="numeric"
          autoComplete="bday"
          maxLength={10}
          styles={{ wrapper: { maxWidth: '18rem' } }}
          error={error}
          rightSectionWidth={44}
          rightSection={
            <ActionIcon
              ref={setButton}
              variant="subtle"
              color="gray"
              size={40}
              onClick={toggle}
              aria-haspopup="dialog"
              aria-expanded={opened}
              aria-label={t('birthday.open')}
            >
              <IconCalendar size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('birthday.open')}>
        <DatesProvider
          settings={{ locale: i18n.resolvedLanguage ?? 'en', firstDayOfWeek: 1, weekendDays: [] }}
        >
          <DatePicker
            value={picked}
            onChange={pick}
            defaultDate={begin}
            defaultLevel={picked ? 'month' : 'decade'}
            minDate={earliestBirthday(today)}
            maxDate={yesterday}
            hideOutsideDates
            size="md"
            getDayProps={(day) => first(day === picked)}
            getYearControlProps={(year) => first(year.slice(0, 4) === begin.slice(0, 4))}
            ariaLabels={Object.fromEntries(
              Object.entries(steps).map(([name, key]) => [name, t(`birthday.calendar.${key}`)]),
            )}
          />
        </DatesProvider>
      </Popover.Dropdown>
    </Popover>
  );
}
