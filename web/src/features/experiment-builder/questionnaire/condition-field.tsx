import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { parseSurveyCondition, conditionOperators, textOfCondition } from './survey.rule';

interface Props {
  /** The names of the earlier questions. */
  names: readonly string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}
const signs = {
  '=': 'equal',
  '<>': 'not_equal',
  '<': 'less',
  '<=': 'at_most',
  '>': 'greater',
  '>=': 'at_least',
} as const;

/**
 * The field that sets when a question or a page is shown: always, or depending on an earlier
 * answer.
 */
export function QuestionConditionField({ names, value, onChange }: Props) {
  const { t } = useTranslation('builder');
  const simple = value === undefined ? null : parseSurveyCondition(value);
  const kind = value === undefined ? 'always' : simple ? 'answer' : 'expression';
  const [first] = names;
  return (
    <div>
      <NativeSelect
        label={t('survey.shown')}
        value={kind}
        data={(['always', 'answer', 'expression'] as const)
          .filter((one) => one !== 'answer' || first !== undefined || kind === one)
          .map((one) => ({ value: one, label: t(`survey.shown_if.${one}`) }))}
        onChange={({ currentTarget: { value: next } }) =>
          onChange(
            next === 'always'
              ? undefined
              : next === 'answer'
                ? textOfCondition({ name: first ?? '', sign: '=', value: '' })
                : (value ?? ''),
          )
        }
      />
      {simple && (
        <Group gap="xs" mt="xs" align="flex-end">
          <NativeSelect
            flex="1 1 8rem"
            label={t('survey.question_name')}
            value={simple.name}
            data={[...new Set([...names, simple.name])]}
            onChange={({ currentTarget }) =>
              onChange(textOfCondition({ ...simple, name: currentTarget.value }))
            }
          />
          <NativeSelect
            flex="1 1 8rem"
            label={t('rule.is')}
            value={simple.sign}
            data={conditionOperators.map((one) => ({
              value: one,
              label: t(`rule.compare.${signs[one]}`),
            }))}
            onChange={({ currentTarget }) => {
              const sign = conditionOperators.find((one) => one === currentTarget.value);
              if (sign) onChange(textOfCondition({ ...simple, sign }));
            }}
          />
          <TextInput
            flex="1 1 7rem"
            label={t('survey.answer')}
            value={simple.value}
            onChange={({ currentTarget }) =>
              onChange(textOfCondition({ ...simple, value: currentTarget.value }))
            }
          />
        </Group>
      )}
      {kind === 'expression' && (
        <TextInput
          mt="xs"
          label={t('survey.expression')}
          description={t('survey.expression_hint')}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
