import { useTranslation } from 'react-i18next';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { fieldErrorText } from '../../lib/form';
import { formatDateTime } from '../../lib/intl/format';
import { fromLocalMoment, localDay, toLocalMoment } from './local-moment';
import { DatePickerField } from './picker-field';

/** The text of a time in a form: empty, or as the person typed it. */
export const LocalMoment = z
  .string()
  .refine((typed) => !typed.trim() || fromLocalMoment(typed) !== null, 'invalid_datetime');

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  description: string;
  /**
   * The time of day, such as `23:59`, that is entered when the person picks a day in the calendar.
   */
  usualTime: string;
}

/**
 * A field for a day and a time by the person's own clock. Below it the time is written in words, so that no person confuses the month
 * with the day.
 */
export function MomentField<In extends FieldValues, Out>({
  control,
  name,
  label,
  description,
  usualTime,
}: Props<In, Out>) {
  const { t } = useTranslation(['dates', 'common']);
  const { t: common } = useTranslation('common');
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ...field }, fieldState }) => {
        const typed = value as string;
        const instant = fromLocalMoment(typed);
        const [day, time] = (instant ? toLocalMoment(instant) : '').split(' ');
        return (
          <DatePickerField
            {...field}
            value={typed}
            onChange={onChange}
            onBlur={() => {
              if (instant) onChange(toLocalMoment(instant));
              onBlur();
            }}
            label={label}
            description={
              <>
                {description}
                <br />
                {instant ? formatDateTime(instant) : t('dates:form')}
              </>
            }
            placeholder={`${localDay()} ${usualTime}`}
            autoComplete="off"
            maxLength={20}
            flex="1 1 16rem"
            error={fieldErrorText(common, fieldState.error?.message)}
            opens={t('dates:open', { label })}
            calendar={{ day: day || null, begin: localDay(), min: localDay() }}
            onPick={(picked) => onChange(`${picked} ${time ?? usualTime}`)}
            time={{
              value: time ?? usualTime,
              change: (next) => day && onChange(`${day} ${next.slice(0, 5)}`),
            }}
          />
        );
      }}
    />
  );
}
