import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Json, isTimelineValue } from '../../../../../../contracts/timeline/timeline-values';
import classes from '../fields.module.css';

interface Props {
  label: string;
  describedBy: string;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

function read(text: string): { value: Json | undefined } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    return isTimelineValue(value) ? { value } : null;
  } catch {
    return null;
  }
}

/**
 * A field for JSON, used for values that have no more specific control. Invalid text stays in the
 * field with an error.
 */
export function JsonControl({ label, describedBy, value, onChange }: Props) {
  const { t } = useTranslation('builder');
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  return (
    <Textarea
      aria-label={label}
      aria-describedby={describedBy}
      classNames={{ input: classes.code }}
      spellCheck={false}
      minRows={2}
      maxRows={16}
      value={text}
      error={typed !== null && read(typed) === null ? t('json.wrong') : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const now = read(currentTarget.value);
        if (now) onChange(now.value);
      }}
      onBlur={() => typed !== null && read(typed) && setTyped(null)}
    />
  );
}
