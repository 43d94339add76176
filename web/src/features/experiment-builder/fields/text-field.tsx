import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import classes from './fields.module.css';

export interface TextFieldProps {
  label: string;
  describedBy: string;
  text: string;
  placeholder?: string | undefined;
  /** Whether the text may have several lines, as HTML often has. */
  lines: boolean;
  /**
   * The columns of the tables of the blocks around the trial. They can be inserted into the text.
   */
  columns: readonly string[];
  onChange: (text: string) => void;
  /** Whether the field takes the focus when it is first rendered. */
  begins?: boolean;
  /** Content beside the buttons that insert columns. */
  children?: ReactNode;
}

/**
 * A plain text field, with buttons that insert the columns of the tables of the blocks around the
 * trial.
 */
export function TextField(props: TextFieldProps) {
  const { label, describedBy, text, placeholder, lines, columns, onChange, begins, children } =
    props;
  const { t } = useTranslation('builder');
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  /** Inserts a column at the caret, replacing the selection. */
  const put = (what: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    onChange(text.slice(0, start) + what + text.slice(end));
    const caret = start + what.length;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const common = {
    ref: field,
    'aria-label': label,
    'aria-describedby': describedBy,
    value: text,
    placeholder,
    autoFocus: begins,
    maxLength: timelineLimits.timelineText,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  };
  return (
    <div>
      {lines ? (
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
      {(children !== undefined || columns.length > 0) && (
        <Group gap={4} mt={6} role="group" aria-label={t('text.tools', { name: label })}>
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
          {children}
        </Group>
      )}
    </div>
  );
}
