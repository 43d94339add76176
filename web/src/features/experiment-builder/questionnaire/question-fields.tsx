import { Checkbox, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  SurveyChoice,
  SurveyElement,
} from '../../../../../contracts/timeline/timeline-questionnaire';
import { parseChoices, textOfChoices } from './survey.rule';

interface Props<E extends SurveyElement = SurveyElement> {
  element: E;
  onChange: (element: SurveyElement, what: string) => void;
}

/** A field with one choice per line; the text stays as it was typed. */
function Lines(props: {
  label: string;
  value: readonly SurveyChoice[];
  onChange: (choices: SurveyChoice[]) => void;
}) {
  const { t } = useTranslation('builder');
  const [text, setText] = useState(textOfChoices(props.value));
  const isSame =
    JSON.stringify(parseChoices(text)) === JSON.stringify(parseChoices(textOfChoices(props.value)));
  return (
    <Textarea
      label={props.label}
      description={t('survey.lines_hint')}
      minRows={3}
      maxRows={16}
      value={isSame ? text : textOfChoices(props.value)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        props.onChange(parseChoices(currentTarget.value));
      }}
    />
  );
}

/**
 * Converts a value to a number. Returns undefined if the value is a text without a number, which
 * imported JSON may contain.
 */
function numberOf(value: unknown): number | undefined {
  const number = Number(value ?? Number.NaN);
  return Number.isNaN(number) ? undefined : number;
}

/** Shows the fields of a question that depend on its type. */
export function QuestionFields({ element, onChange }: Props) {
  const { t } = useTranslation('builder');
  const set = (what: string, value: unknown) =>
    onChange({ ...element, [what]: value === '' ? undefined : value }, what);
  const number = (what: string, label: string, value: number | undefined) => (
    <NumberInput
      flex="1 1 7rem"
      label={label}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(next) => set(what, typeof next === 'number' ? next : undefined)}
    />
  );
  const text = (what: string, label: string, value: string | undefined) => (
    <TextInput
      flex="1 1 10rem"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => set(what, currentTarget.value)}
    />
  );
  const check = (what: string, label: string, value: boolean | undefined) => (
    <Checkbox
      label={label}
      checked={value ?? false}
      onChange={({ currentTarget }) => set(what, currentTarget.checked || undefined)}
    />
  );
  switch (element.type) {
    case 'radiogroup':
    case 'checkbox':
    case 'dropdown':
      return (
        <>
          <Lines
            label={t('survey.choices')}
            value={element.choices}
            onChange={(choices) => set('choices', choices)}
          />
          <NativeSelect
            label={t('survey.choices_order')}
            value={element.choicesOrder ?? 'none'}
            data={(['none', 'random', 'asc', 'desc'] as const).map((one) => ({
              value: one,
              label: t(`survey.order.${one}`),
            }))}
            onChange={({ currentTarget: { value } }) =>
              set('choicesOrder', value === 'none' ? undefined : value)
            }
          />
          {check('hasOther', t('survey.has_other'), element.hasOther)}
          {element.type === 'checkbox' && check('hasNone', t('survey.has_none'), element.hasNone)}
        </>
      );
    case 'rating':
      return (
        <Group gap="sm" align="flex-end">
          {number('rateMin', t('survey.from'), element.rateMin ?? 1)}
          {number('rateMax', t('survey.to'), element.rateMax ?? 5)}
          {text('minRateDescription', t('survey.left_end'), element.minRateDescription)}
          {text('maxRateDescription', t('survey.right_end'), element.maxRateDescription)}
        </Group>
      );
    case 'matrix':
      return (
        <>
          <Lines
            label={t('survey.statements')}
            value={element.rows}
            onChange={(rows) => set('rows', rows)}
          />
          <Lines
            label={t('survey.columns')}
            value={element.columns}
            onChange={(columns) => set('columns', columns)}
          />
          {check('isAllRowRequired', t('survey.all_rows'), element.isAllRowRequired)}
          <Checkbox
            label={t('survey.rows_random')}
            checked={element.rowsOrder === 'random'}
            onChange={({ currentTarget }) =>
              set('rowsOrder', currentTarget.checked ? 'random' : undefined)
            }
          />
        </>
      );
    case 'text': {
      const isNumber = element.inputType === 'number' || element.inputType === 'range';
      return (
        <Group gap="sm" align="flex-end">
          <NativeSelect
            flex="1 1 10rem"
            label={t('survey.input')}
            value={element.inputType ?? 'text'}
            data={(
              ['text', 'number', 'email', 'url', 'tel', 'date', 'time', 'month', 'range'] as const
            ).map((one) => ({ value: one, label: t(`survey.input_type.${one}`) }))}
            onChange={({ currentTarget: { value } }) =>
              set('inputType', value === 'text' ? undefined : value)
            }
          />
          {isNumber && number('min', t('survey.smallest'), numberOf(element.min))}
          {isNumber && number('max', t('survey.largest'), numberOf(element.max))}
          {!isNumber && number('maxLength', t('survey.letters'), element.maxLength)}
        </Group>
      );
    }
    case 'comment':
      return (
        <Group gap="sm" align="flex-end">
          {number('rows', t('survey.lines'), element.rows)}
          {number('maxLength', t('survey.letters'), element.maxLength)}
        </Group>
      );
    case 'boolean':
      return (
        <Group gap="sm">
          {text('labelTrue', t('survey.true'), element.labelTrue)}
          {text('labelFalse', t('survey.false'), element.labelFalse)}
        </Group>
      );
    case 'html':
      return (
        <Textarea
          label={t('survey.html')}
          description={t('survey.html_hint')}
          value={element.html}
          onChange={({ currentTarget }) =>
            onChange({ ...element, html: currentTarget.value }, 'html')
          }
        />
      );
  }
}
