import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '../../../ui/icons/plus';
import { IconX } from '../../../ui/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PluginParameter } from '../../../../../contracts/timeline/timeline-plugins';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import { toColumnName, unusedColumnName } from '../table/cells.rule';
import classes from './fields.module.css';
import { ParameterField } from './parameter-field';
import { withParameterValue } from './parameters.rule';

interface Props {
  value: Readonly<Record<string, Json>> | undefined;
  columns: readonly string[];
  onChange: (value: Record<string, Json> | undefined) => void;
}
const anyText: PluginParameter = { type: 'string', array: false, required: true, description: '' };

/** The field for values that a trial adds to the data that its plugin records. */
export function TrialDataField({ value = {}, columns, onChange }: Props) {
  const { t } = useTranslation('builder');
  const names = Object.keys(value);
  const set = (next: Record<string, Json>) =>
    onChange(Object.keys(next).length > 0 ? next : undefined);
  const rename = (from: string, wish: string) => {
    const to = toColumnName(wish);
    if (to && to !== from && !names.includes(to))
      set(Object.fromEntries(Object.entries(value).map(([k, v]) => [k === from ? to : k, v])));
  };
  return (
    <Stack gap="md">
      {names.map((name) => (
        <div key={name} className={classes.nested}>
          <Group gap="xs" wrap="nowrap" align="flex-end" mb="xs">
            <NameInput name={name} onRename={(wish) => rename(name, wish)} />
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t('data.remove', { name })}
              onClick={() => set(withParameterValue(value, name, undefined))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <ParameterField
            name="value"
            within={name}
            parameter={anyText}
            value={value[name]}
            columns={columns}
            onChange={(next) => set(withParameterValue(value, name, next ?? ''))}
          />
        </div>
      ))}
      <Group gap="xs">
        {columns
          .filter((name) => !names.includes(name))
          .map((name) => (
            <Button
              key={name}
              size="compact-md"
              variant="light"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => set(withParameterValue(value, name, { $var: name }))}
            >
              {t('data.column', { name })}
            </Button>
          ))}
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set(withParameterValue(value, unusedColumnName(names, 'value'), ''))}
        >
          {t('data.add')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Renames the column when the field loses focus: otherwise each letter would create a column. */
function NameInput({ name, onRename }: { name: string; onRename: (wish: string) => void }) {
  const { t } = useTranslation('builder');
  const [text, setText] = useState(name);
  return (
    <TextInput
      flex={1}
      label={t('data.name')}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => {
        onRename(text);
        setText(toColumnName(text) || name);
      }}
    />
  );
}
