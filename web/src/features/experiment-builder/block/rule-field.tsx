import { Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../../contracts/timeline/limits';
import {
  flowComparisons,
  type TimelineFlowCondition,
  flowConditionSubjects,
  type SimpleFlowCondition,
} from '../../../../../contracts/timeline/timeline';
import { CodeControl } from '../fields/controls/marked-controls';
import { cellTextOf, columnValuesOf, parseCellText } from '../table/cells.rule';

interface Props {
  label: string;
  help: string;
  /** The label of the option that sets no condition. */
  none: string;
  value: TimelineFlowCondition | undefined;
  onChange: (rule: TimelineFlowCondition | undefined) => void;
}
type Kind = 'none' | SimpleFlowCondition['of'] | 'code';
const kinds = ['none', ...flowConditionSubjects, 'code'] as const;

const kindOf = (rule: TimelineFlowCondition | undefined): Kind =>
  rule === undefined ? 'none' : '$js' in rule ? 'code' : rule.of;
const beginning = (kind: Kind): TimelineFlowCondition | undefined =>
  kind === 'none'
    ? undefined
    : kind === 'code'
      ? { $js: '' }
      : kind === 'share'
        ? { of: kind, field: 'correct', is: 'less', value: 0.8 }
        : { of: kind, field: kind === 'last' ? 'response' : 'name', is: 'equal', value: '' };

const plain = (text: string): SimpleFlowCondition['value'] => {
  const value = parseCellText(text);
  return typeof value === 'object' ? text : value;
};

/**
 * Converts a value that the researcher typed, so that it can be compared with an answer. The study
 * stores `0.50` as text, and the comparison needs the number 0.5.
 */
const compared = (value: SimpleFlowCondition['value']): SimpleFlowCondition['value'] => {
  const [typed] = columnValuesOf([cellTextOf(value)]).values;
  return typeof typed === 'number' || typeof typed === 'boolean' ? typed : value;
};

/**
 * The field for a condition on earlier answers. The researcher fills in the parts of the condition,
 * or writes it as a JavaScript expression.
 */
export function BlockConditionField({ label, help, none, value, onChange }: Props) {
  const { t } = useTranslation('builder');
  const kind = kindOf(value);
  const simple = value && 'of' in value ? value : undefined;
  const set = (more: Partial<SimpleFlowCondition>) => simple && onChange({ ...simple, ...more });
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <NativeSelect
        label={label}
        description={help}
        value={kind}
        data={kinds.map((one) => ({
          value: one,
          label: one === 'none' ? none : t(`rule.of.${one}`),
        }))}
        onChange={({ currentTarget }) => {
          const next = kinds.find((one) => one === currentTarget.value);
          if (next) onChange(beginning(next));
        }}
      />
      {value && '$js' in value && (
        <CodeControl
          label={t('rule.code', { name: label })}
          describedBy=""
          value={value.$js}
          placeholder={t('rule.code_example')}
          onChange={($js) => onChange({ $js })}
        />
      )}
      {simple && (
        <Group gap="xs" align="flex-end">
          <TextInput
            flex="1 1 8rem"
            label={t(`rule.field.${simple.of}`)}
            maxLength={timelineLimits.timelineKey}
            value={simple.field}
            onChange={({ currentTarget }) => set({ field: currentTarget.value })}
          />
          <NativeSelect
            flex="1 1 9rem"
            label={t('rule.is')}
            value={simple.is}
            data={flowComparisons.map((one) => ({ value: one, label: t(`rule.compare.${one}`) }))}
            onChange={({ currentTarget }) => {
              const is = flowComparisons.find((one) => one === currentTarget.value);
              if (is) set({ is });
            }}
          />
          {simple.of === 'share' && typeof simple.value === 'number' ? (
            <NumberInput
              flex="1 1 7rem"
              label={t('rule.value')}
              suffix=" %"
              min={0}
              max={100}
              value={Math.round(simple.value * 10_000) / 100}
              onChange={(next) => set({ value: Number(next) / 100 })}
            />
          ) : (
            <TextInput
              flex="1 1 7rem"
              label={t('rule.value')}
              maxLength={timelineLimits.timelineName}
              value={cellTextOf(simple.value)}
              onChange={({ currentTarget }) => set({ value: plain(currentTarget.value) })}
              onBlur={() => {
                const value = compared(simple.value);
                if (value !== simple.value) set({ value });
              }}
            />
          )}
        </Group>
      )}
    </Stack>
  );
}
