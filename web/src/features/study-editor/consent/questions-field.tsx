import {
  Button,
  CloseButton,
  Fieldset,
  Group,
  NumberInput,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPlus } from '../../../ui/icons/plus';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { studiesLimits } from '../../../../../contracts/studies/limits';
import type { QuestionValues } from './extras';

const empty: QuestionValues = { text: '', choices: ['', ''], right: 0, explanation: '' };

function QuestionField({
  number,
  question,
  problem,
  onChange,
  onRemove,
}: {
  number: number;
  question: QuestionValues;
  /** Returns the text of the error of a field, by its name. */
  problem: (part: string) => string | undefined;
  onChange: (question: QuestionValues) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('study-editor');
  const group = useId();
  const { choices, right } = question;
  const choose = (n: number, text: string) =>
    onChange({ ...question, choices: choices.map((one, i) => (i === n ? text : one)) });
  const leaveOut = (n: number) =>
    onChange({
      ...question,
      choices: choices.filter((_, i) => i !== n),
      right: right === n ? 0 : right > n ? right - 1 : right,
    });
  return (
    <Fieldset legend={t('consent_form.question', { number })}>
      <Stack gap="sm">
        <TextInput
          label={t('consent_form.question_text')}
          maxLength={studiesLimits.questionText}
          value={question.text}
          error={problem('text')}
          onChange={({ currentTarget }) => onChange({ ...question, text: currentTarget.value })}
        />
        <Text size="sm" fw={500} id={`${group}-label`}>
          {t('consent_form.choices')}
        </Text>
        <Stack gap="xs" role="radiogroup" aria-labelledby={`${group}-label`}>
          {choices.map((choice, n) => (
            <Group key={n} gap="sm" wrap="nowrap">
              <Radio
                name={group}
                checked={right === n}
                onChange={() => onChange({ ...question, right: n })}
                aria-label={t('consent_form.is_right', { number: n + 1 })}
              />
              <TextInput
                flex={1}
                aria-label={t('consent_form.choice', { number: n + 1 })}
                maxLength={studiesLimits.questionChoice}
                value={choice}
                error={problem(`choices.${n}`)}
                onChange={({ currentTarget }) => choose(n, currentTarget.value)}
              />
              <CloseButton
                size={32}
                aria-label={t('consent_form.remove_choice', { number: n + 1 })}
                disabled={choices.length <= 2}
                onClick={() => leaveOut(n)}
              />
            </Group>
          ))}
        </Stack>
        {choices.length < studiesLimits.questionChoices && (
          <div>
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => onChange({ ...question, choices: [...choices, ''] })}
            >
              {t('consent_form.add_choice')}
            </Button>
          </div>
        )}
        <Textarea
          label={t('consent_form.explanation')}
          description={t('consent_form.explanation_hint')}
          autosize
          minRows={2}
          maxLength={studiesLimits.questionExplanation}
          value={question.explanation}
          error={problem('explanation')}
          onChange={({ currentTarget }) =>
            onChange({ ...question, explanation: currentTarget.value })
          }
        />
        <div>
          <Button variant="subtle" color="red" size="sm" onClick={onRemove}>
            {t('consent_form.remove_question', { number })}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}

/** The fields for the questions about the form, and for how many tries participants have. */
export function QuestionsField({
  questions,
  tries,
  problem,
  onTries,
  onChange,
}: {
  questions: QuestionValues[];
  tries: number;
  problem: (path: string) => string | undefined;
  onTries: (tries: number) => void;
  /** `moved`: for each question its former index, or -1 for a new one. */
  onChange: (questions: QuestionValues[], moved: number[]) => void;
}) {
  const { t } = useTranslation('study-editor');
  const indices = questions.map((_, i) => i);
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Title order={3} size="h4">
          {t('consent_form.questions')}
        </Title>
        <Text size="sm" className="measure">
          {t('consent_form.questions_lead')}
        </Text>
      </Stack>
      {questions.map((question, i) => (
        <QuestionField
          key={i}
          number={i + 1}
          question={question}
          problem={(part) => problem(`comprehension.questions.${i}.${part}`)}
          onChange={(now) =>
            onChange(
              questions.map((one, n) => (n === i ? now : one)),
              indices,
            )
          }
          onRemove={() =>
            onChange(
              questions.filter((_, n) => n !== i),
              indices.filter((n) => n !== i),
            )
          }
        />
      ))}
      {questions.length > 0 && (
        <NumberInput
          label={t('consent_form.tries')}
          description={t('consent_form.tries_hint')}
          maw="14rem"
          min={0}
          max={studiesLimits.questionTries}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          value={tries}
          onChange={(value) => onTries(Number(value) || 0)}
        />
      )}
      {questions.length < studiesLimits.questions && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange([...questions, empty], [...indices, -1])}
          >
            {t('consent_form.add_question')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
