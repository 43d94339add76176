import { ActionIcon, Group, NativeSelect, Text, Tooltip } from '@mantine/core';
import { IconRestore } from '../../../ui/icons/restore';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PluginParameter } from '../../../../../contracts/timeline/timeline-plugins';
import { type Json, parseMarkedValue } from '../../../../../contracts/timeline/timeline-values';
import { CodeControl, VariableNameControl } from './controls/marked-controls';
import classes from './fields.module.css';
import {
  defaultValueText,
  valueSourceOf,
  valueSources,
  isCodeOnlyParameter,
  valueAfterSourceChange,
} from './parameters.rule';
import { ValueControl } from './value-control';
import { useParameterWords } from './parameter-words';

/** Default values for which the page has a word. */
const words = ['true', 'false', 'ALL_KEYS', 'NO_KEYS'] as const;
const isWord = (text: string): text is (typeof words)[number] =>
  (words as readonly string[]).includes(text);

interface Props {
  name: string;
  /**
   * The name of the value that contains this parameter, for screen readers, whose users do not see
   * the frame around the field.
   */
  within?: string;
  parameter: PluginParameter;
  value: Json | undefined;
  columns: readonly string[];
  onChange: (value: Json | undefined) => void;
  /** The path with which an error refers to this field. */
  path?: string;
}

/**
 * The field of one parameter of a plugin: its description, its default and its value, which is
 * either fixed or comes from the table, the condition or code.
 */
export function ParameterField(props: Props) {
  const { name, within, parameter, value, columns, onChange, path } = props;
  const { t } = useTranslation('builder');
  const said = useParameterWords()(name, parameter);
  const id = useId();
  const source = valueSourceOf(parameter, value);
  const usual = defaultValueText(parameter);
  const label = within ? `${within}: ${said.label}` : said.label;
  const marked = parseMarkedValue(value);
  return (
    <div className={classes.field} data-path={path}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={500} component="div" className={classes.label}>
          {said.label}
          {parameter.required && (
            <>
              <Text span c="var(--mantine-color-error)" aria-hidden>
                {' *'}
              </Text>
              <span className={classes.hidden}> {t('field.required')}</span>
            </>
          )}
        </Text>
        <Group gap={2} wrap="nowrap" data-aside>
          {value !== undefined && !parameter.required && (
            <Tooltip label={t('field.reset')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('field.reset_of', { name: label })}
                onClick={() => onChange(undefined)}
              >
                <IconRestore size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {!isCodeOnlyParameter(parameter) && (
            <NativeSelect
              size="xs"
              variant="unstyled"
              classNames={{ input: classes.source }}
              aria-label={t('field.source_of', { name: label })}
              data={valueSources.map((one) => ({ value: one, label: t(`source.${one}`) }))}
              value={source}
              onChange={({ currentTarget }) => {
                const next = valueSources.find((one) => one === currentTarget.value);
                if (next) onChange(valueAfterSourceChange(next, value));
              }}
            />
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" id={id} mb={6}>
        {said.help}
        {usual !== null &&
          ` ${t('field.default', { value: isWord(usual) ? t(`value.usual.${usual}`) : usual })}`}
      </Text>
      {source === 'value' ? (
        <ValueControl
          {...{ name, label, parameter, value, columns, onChange }}
          describedBy={id}
          part={(one) => <ParameterField key={one.name} columns={columns} {...one} />}
        />
      ) : source === '$js' ? (
        <CodeControl
          label={label}
          describedBy={id}
          isFunction={isCodeOnlyParameter(parameter)}
          value={marked?.text ?? ''}
          placeholder={parameter.default_js}
          onChange={(text) =>
            onChange(text === '' && isCodeOnlyParameter(parameter) ? undefined : { $js: text })
          }
        />
      ) : (
        <VariableNameControl
          label={label}
          describedBy={id}
          source={source}
          columns={columns}
          value={marked?.text ?? ''}
          onChange={(text) => onChange({ [source]: text })}
        />
      )}
    </div>
  );
}
