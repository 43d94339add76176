import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../../contracts/timeline/limits';
import classes from '../fields.module.css';

interface CodeProps {
  label: string;
  describedBy: string;
  /** Whether the value of the expression must be a function. */
  isFunction?: boolean;
  /** Whether the code consists of statements and yields no value. */
  statements?: boolean;
  value: string;
  placeholder?: string | undefined;
  onChange: (text: string) => void;
}

/** A field for JavaScript, which runs in the study's own iframe and never in this page. */
export function CodeControl(props: CodeProps) {
  const { label, describedBy, isFunction, statements, value, placeholder, onChange } = props;
  const { t } = useTranslation('builder');
  return (
    <>
      <Textarea
        aria-label={label}
        aria-describedby={describedBy}
        classNames={{ input: classes.code }}
        spellCheck={false}
        autoCapitalize="off"
        minRows={statements ? 3 : 2}
        maxRows={20}
        maxLength={timelineLimits.timelineText}
        placeholder={placeholder}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t(statements ? 'code.statements' : isFunction ? 'code.function' : 'code.expression')}
      </Text>
    </>
  );
}

interface NameProps {
  label: string;
  describedBy: string;
  source: '$var' | '$condition';
  columns: readonly string[];
  value: string;
  onChange: (name: string) => void;
}

/**
 * A field for a name. For `$condition`, the researcher types the name of a value of the condition.
 * For `$var`, the researcher chooses a column from the tables of the blocks around the trial.
 */
export function VariableNameControl({
  label,
  describedBy,
  source,
  columns,
  value,
  onChange,
}: NameProps) {
  const { t } = useTranslation('builder');
  const common = { 'aria-label': label, 'aria-describedby': describedBy, value };
  if (source === '$condition')
    return (
      <TextInput
        {...common}
        maxLength={timelineLimits.timelineKey}
        placeholder={t('field.condition_example')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const unknown = value !== '' && !columns.includes(value);
  return (
    <NativeSelect
      {...common}
      data={[
        { value: '', label: t('field.choose_column') },
        ...(unknown ? [value] : []),
        ...columns,
      ]}
      error={
        columns.length === 0
          ? t('field.no_table')
          : unknown
            ? t('field.no_column', { name: value })
            : undefined
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
