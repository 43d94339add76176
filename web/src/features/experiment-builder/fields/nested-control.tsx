import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PluginParameter } from '../../../../../contracts/timeline/timeline-plugins';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import classes from './fields.module.css';
import { withParameterValue } from './parameters.rule';

/** Renders the field of one part of the value. */
export type RenderNestedField = (part: {
  name: string;
  within: string;
  parameter: PluginParameter;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) => ReactNode;

interface Props {
  label: string;
  parameters: Readonly<Record<string, PluginParameter>>;
  value: Json | undefined;
  part: RenderNestedField;
  onChange: (value: Json) => void;
}

/** The control for a value with several parts, such as a question; each part has a field. */
export function NestedControl({ label, parameters, value, part, onChange }: Props) {
  const parts = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return (
    <Stack gap="md" role="group" aria-label={label} className={classes.nested}>
      {Object.entries(parameters).map(([name, parameter]) =>
        part({
          name,
          within: label,
          parameter,
          value: parts[name],
          onChange: (next) => onChange(withParameterValue(parts, name, next)),
        }),
      )}
    </Stack>
  );
}
