import { Button, Fieldset, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlus } from '../../../ui/icons/plus';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import { studiesLimits } from '../../../../../contracts/studies/limits';
import { type QuestionValues, type TranslationValues, alignTranslations } from './extras';
import { LanguageChoice } from './language-choice';

type Asked = TranslationValues['questions'][number];

/** The fields of a translated question, beside the original. */
function TranslatedQuestion({
  number,
  original,
  question,
  problem,
  onChange,
}: {
  number: number;
  original: QuestionValues;
  question: Asked;
  problem: (part: string) => string | undefined;
  onChange: (question: Asked) => void;
}) {
  const { t } = useTranslation('study-editor');
  return (
    <Stack gap="xs">
      <TextInput
        label={t('consent_form.question', { number })}
        description={original.text}
        value={question.text}
        maxLength={studiesLimits.questionText}
        error={problem('text')}
        onChange={({ currentTarget }) => onChange({ ...question, text: currentTarget.value })}
      />
      {question.choices.map((choice, n) => (
        <TextInput
          key={n}
          label={t('consent_form.choice', { number: n + 1 })}
          description={original.choices[n]}
          value={choice}
          maxLength={studiesLimits.questionChoice}
          error={problem(`choices.${n}`)}
          onChange={({ currentTarget }) =>
            onChange({
              ...question,
              choices: question.choices.map((one, i) => (i === n ? currentTarget.value : one)),
            })
          }
        />
      ))}
      <Textarea
        label={t('consent_form.explanation')}
        description={original.explanation}
        autosize
        value={question.explanation}
        maxLength={studiesLimits.questionExplanation}
        error={problem('explanation')}
        onChange={({ currentTarget }) =>
          onChange({ ...question, explanation: currentTarget.value })
        }
      />
    </Stack>
  );
}

/** The fields for the translations of the form. */
export function TranslationsField({
  locale,
  translations,
  questions,
  problem,
  onLocale,
  onChange,
}: {
  /** The language of the first text; empty if none is set. */
  locale: string;
  translations: TranslationValues[];
  questions: QuestionValues[];
  problem: (path: string) => string | undefined;
  onLocale: (locale: string) => void;
  onChange: (translations: TranslationValues[]) => void;
}) {
  const { t } = useTranslation('study-editor');
  const set = (i: number, now: Partial<TranslationValues>) =>
    onChange(translations.map((one, n) => (n === i ? { ...one, ...now } : one)));
  const blank: TranslationValues = { locale: '', title: '', body_markdown: '', questions: [] };
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Title order={3} size="h4">
          {t('consent_form.languages')}
        </Title>
        <Text size="sm" className="measure">
          {t('consent_form.languages_lead')}
        </Text>
      </Stack>
      <LanguageChoice
        label={t('consent_form.language_of_text')}
        value={locale}
        error={problem('locale')}
        onChange={onLocale}
        optional={translations.length === 0}
      />
      {translations.map((one, i) => (
        <Fieldset key={i} legend={t('consent_form.other_language', { number: i + 1 })}>
          <Stack gap="sm">
            <LanguageChoice
              label={t('consent_form.language')}
              value={one.locale}
              error={problem(`translations.${i}.locale`)}
              onChange={(chosen) => set(i, { locale: chosen })}
            />
            <TextInput
              label={t('consent_form.title')}
              value={one.title}
              maxLength={limits.title}
              error={problem(`translations.${i}.title`)}
              onChange={({ currentTarget }) => set(i, { title: currentTarget.value })}
            />
            <Textarea
              label={t('consent_form.text')}
              autosize
              minRows={8}
              maxRows={30}
              value={one.body_markdown}
              maxLength={studiesLimits.consentMarkdown}
              error={problem(`translations.${i}.body_markdown`)}
              onChange={({ currentTarget }) => set(i, { body_markdown: currentTarget.value })}
            />
            {questions.map((original, n) => (
              <TranslatedQuestion
                key={n}
                number={n + 1}
                original={original}
                question={
                  one.questions[n] ?? {
                    text: '',
                    choices: original.choices.map(() => ''),
                    explanation: '',
                  }
                }
                problem={(part) => problem(`translations.${i}.questions.${n}.${part}`)}
                onChange={(now) =>
                  set(i, { questions: one.questions.map((was, k) => (k === n ? now : was)) })
                }
              />
            ))}
            <div>
              <Button
                variant="subtle"
                color="red"
                size="sm"
                onClick={() => onChange(translations.filter((_, n) => n !== i))}
              >
                {t('consent_form.remove_language', { number: i + 1 })}
              </Button>
            </div>
          </Stack>
        </Fieldset>
      ))}
      {translations.length < studiesLimits.consentLanguages - 1 && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() =>
              onChange([...translations, ...alignTranslations([blank], questions, [])])
            }
          >
            {t('consent_form.add_language')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
