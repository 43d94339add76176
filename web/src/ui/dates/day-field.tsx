import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../../../contracts/base/fields';
import { localDay } from './local-moment';
import { DatePickerField } from './picker-field';

interface Props {
  label: string;
  /** `2026-12-01`, or empty. */
  value: string;
  /** Called with a complete day, or with an empty text; never with an incomplete one. */
  onChange: (day: string) => void;
  error?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Whether the field gets the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A field for a day, used in filters that take effect while the person types. */
export function DayField({ label, value, onChange, error, min, max, isFirst }: Props) {
  const { t } = useTranslation(['dates', 'common']);
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? value;
  const isWhole = (text: string) => text === '' || Day.safeParse(text).success;
  const change = (text: string) => {
    setDraft(isWhole(text) ? null : text);
    if (isWhole(text)) onChange(text);
  };
  const [isLeft, setLeft] = useState(false);
  return (
    <DatePickerField
      flex="1 1 10rem"
      miw={0}
      label={label}
      value={typed}
      onChange={change}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      placeholder={localDay()}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      maxLength={10}
      error={draft !== null && isLeft ? t('common:field.invalid_date') : error}
      opens={t('dates:open', { label })}
      calendar={{ day: draft === null && value ? value : null, begin: localDay(), min, max }}
      onPick={change}
    />
  );
}
