import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../../../../contracts/base/limits';
import type { Json } from '../../../../../../../../contracts/timeline-values';
import { textOfValue, valueOfText } from '../text-with-columns.rule';
import classes from '../form.module.css';

interface Props {
  label: string;
  describedBy: string;
  value: Json | undefined;
  placeholder?: string | undefined;
  /** Written in several lines, with tags. */
  html: boolean;
  /** Of the tables around: each can be put into the text. */
  columns: readonly string[];
  onChange: (value: Json) => void;
}

/** A text; where tables are around, with their columns in it. */
export function TextControl(props: Props) {
  const { label, describedBy, value, placeholder, html, columns, onChange } = props;
  const { t } = useTranslation('builder');
  const id = useId();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const text = textOfValue(value) ?? '';
  /** Puts something in where the caret is, or around what is selected. */
  const put = (before: string, after = '') => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    onChange(
      valueOfText(text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end)),
    );
    const caret = end + before.length + (start === end ? 0 : after.length);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const common = {
    id,
    ref: field,
    'aria-label': label,
    'aria-describedby': describedBy,
    value: text,
    placeholder,
    maxLength: limits.timelineText,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(valueOfText(currentTarget.value)),
  };
  return (
    <div>
      {html ? (
        <Textarea
          {...common}
          minRows={2}
          maxRows={14}
          autosize
          classNames={{ input: classes.html }}
        />
      ) : (
        <TextInput {...common} />
      )}
      {(html || columns.length > 0) && (
        <Group gap={4} mt={6} role="group" aria-label={t('text.tools', { name: label })}>
          {html && (
            <>
              <Button size="compact-sm" variant="default" onClick={() => put('<b>', '</b>')}>
                <b>{t('text.bold')}</b>
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => put('<p>', '</p>')}>
                {t('text.paragraph')}
              </Button>
            </>
          )}
          {columns.map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant="light"
              aria-label={t('text.insert', { name })}
              onClick={() => put(`{{${name}}}`)}
            >
              {`{{${name}}}`}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
