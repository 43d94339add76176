import { Stack } from '@mantine/core';
import type { ComponentType } from 'react';
import type { PluginParameter } from '../../../../../../../contracts/timeline-plugins';
import type { Json } from '../../../../../../../contracts/timeline-values';
import type { FieldProps } from './field-props';
import classes from './form.module.css';
import { withValue } from './parameters.rule';

interface Props {
  label: string;
  parameters: Readonly<Record<string, PluginParameter>>;
  value: Json | undefined;
  columns: readonly string[];
  onChange: (value: Json) => void;
  Field: ComponentType<FieldProps>;
}

/** A value of several parts, such as a question: each part is a field. */
export function NestedControl({ label, parameters, value, columns, onChange, Field }: Props) {
  const parts = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return (
    <Stack gap="md" role="group" aria-label={label} className={classes.nested}>
      {Object.entries(parameters).map(([name, parameter]) => (
        <Field
          key={name}
          name={name}
          within={label}
          parameter={parameter}
          value={parts[name]}
          columns={columns}
          onChange={(next) => onChange(withValue(parts, name, next))}
        />
      ))}
    </Stack>
  );
}
