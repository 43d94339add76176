import type { ControllerRenderProps } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { birthdayProblem, earliestBirthday } from '../../../../contracts/base/birthday';
import { Day } from '../../../../contracts/base/fields';
import { localDay } from '../../ui/dates/local-moment';
import { DatePickerField } from '../../ui/dates/picker-field';
import type { DemographicsValues } from './demographics-fields';
import { serverNow } from '../../lib/http/server-clock';

type Field = ControllerRenderProps<DemographicsValues, 'date_of_birth'>;

/**
 * The field for the birthday (docs/specification.md, 5): typed as YYYY-MM-DD, or picked from a
 * calendar that begins with the year, since paging back thirty years by month would be tedious.
 */
export function BirthdayField({ field, error }: { field: Field; error: string | undefined }) {
  const { t } = useTranslation('demographics');
  const today = localDay();
  const isDay = Day.safeParse(field.value).success && !birthdayProblem(field.value, today);
  return (
    <DatePickerField
      {...field}
      label={t('birthday.label')}
      description={t('birthday.hint')}
      placeholder="1994-03-30"
      inputMode="numeric"
      autoComplete="bday"
      maxLength={10}
      styles={{ wrapper: { maxWidth: '18rem' } }}
      error={error}
      opens={t('birthday.open')}
      calendar={{
        day: isDay ? field.value : null,
        begin: `${Number(today.slice(0, 4)) - 30}-01-01`,
        fromYears: true,
        min: earliestBirthday(today),
        max: localDay(new Date(serverNow() - 86_400_000)),
      }}
      onPick={field.onChange}
    />
  );
}
