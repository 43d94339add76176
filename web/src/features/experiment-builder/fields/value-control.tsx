import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PluginParameter } from '../../../../../contracts/timeline/timeline-plugins';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import { FileControl } from './controls/file-control';
import { JsonControl } from './controls/json-control';
import { KeysControl } from './controls/keys-control';
import { ListControl } from './controls/list-control';
import { TextControl } from './controls/text-control';
import { NestedControl, type RenderNestedField } from './nested-control';
import { defaultValueText, parameterUnitOf } from './parameters.rule';
import { textOfStoredValue } from './text-with-columns.rule';

export interface ControlProps {
  name: string;
  label: string;
  describedBy: string;
  parameter: PluginParameter;
  value: Json | undefined;
  columns: readonly string[];
  part: RenderNestedField;
  onChange: (value: Json | undefined) => void;
}

const freshOf = ({ type, nested }: PluginParameter): Json =>
  type === 'complex' && nested
    ? {}
    : type === 'bool'
      ? false
      : type === 'int' || type === 'float'
        ? 0
        : type === 'keys'
          ? []
          : '';

/** The control for a fixed value, by its type. */
export function ValueControl(props: ControlProps) {
  const { name, label, describedBy, parameter, value, columns, part, onChange } = props;
  const { t } = useTranslation('builder');
  const { type, array, default: fallback, options = [] } = parameter;
  const unset = value === undefined;
  if (array && type !== 'keys') {
    const list = unset ? fallback : value;
    if (list !== undefined && list !== null && !Array.isArray(list))
      return <JsonControl {...{ label, describedBy, value, onChange }} />;
    return (
      <ListControl
        label={label}
        value={list ?? []}
        fresh={() => freshOf(parameter)}
        onChange={onChange}
        item={(one, i, change) => (
          <ValueControl
            {...props}
            label={t('list.item', { name: label, number: i + 1 })}
            parameter={{ ...parameter, array: false, default: undefined }}
            value={one}
            onChange={change}
          />
        )}
      />
    );
  }
  const common = { 'aria-label': label, 'aria-describedby': describedBy };
  switch (type) {
    case 'bool':
      if (unset || typeof value === 'boolean')
        return (
          <Switch
            {...common}
            size="md"
            label={t((value ?? fallback) === true ? 'value.yes' : 'value.no')}
            checked={(value ?? fallback) === true}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
        );
      break;
    case 'int':
    case 'float':
      if (unset || value === null || typeof value === 'number')
        return (
          <NumberInput
            {...common}
            maw="14rem"
            allowDecimal={type === 'float'}
            suffix={parameterUnitOf(name) ? ' ms' : undefined}
            placeholder={defaultValueText(parameter) ?? t('value.unset_number')}
            value={value ?? ''}
            onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
          />
        );
      break;
    case 'key':
    case 'keys':
      if (!array)
        return (
          <KeysControl
            {...{ label, describedBy, value, fallback, onChange }}
            single={type === 'key'}
          />
        );
      break;
    case 'select':
      if (unset || typeof value === 'string')
        return (
          <NativeSelect
            {...common}
            data={[
              { value: '', label: defaultValueText(parameter) ?? t('value.choose') },
              ...options.filter((one) => one !== fallback || !unset),
            ]}
            value={value ?? ''}
            onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
          />
        );
      break;
    case 'image':
    case 'audio':
    case 'video':
      return <FileControl {...{ label, describedBy, value, onChange }} kind={type} />;
    case 'complex':
      if (parameter.nested)
        return (
          <NestedControl {...{ label, value, part, onChange }} parameters={parameter.nested} />
        );
      break;
    case 'string':
    case 'html':
      if (unset || value === null || textOfStoredValue(value) !== null)
        return (
          <TextControl
            {...{ label, describedBy, value: value ?? undefined, columns }}
            html={type === 'html'}
            placeholder={defaultValueText(parameter) ?? undefined}
            onChange={(next) => onChange(next === '' && !parameter.required ? undefined : next)}
          />
        );
      break;
    case 'function':
    case 'object':
    case 'timeline':
      break;
  }
  return <JsonControl {...{ label, describedBy, value, onChange }} />;
}
