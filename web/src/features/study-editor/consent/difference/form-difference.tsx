import { Button, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconFileTypePdf } from '../../../../ui/icons/file-type-pdf';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkdownText } from '../../../../ui/reading/markdown';
import { inlineFileAddress } from '../../../../domain/consents/file-address';
import { type ComparedForm, type ComparedText, pairTexts } from './compared-form';
import classes from '../../../../domain/difference/passages.module.css';
import { DifferencePassages } from '../../../../domain/difference/passages';
import {
  paragraphDifferenceOf,
  hasChangedPassage,
  textDifference,
} from '../../../../domain/difference/text-difference';

interface Named {
  name: string;
  form: ComparedForm;
}

/**
 * Shows one of two forms that cannot be compared, because at least one form is a PDF file. The file
 * is shown as a link. A text can be unfolded.
 */
function Side({ name, form }: Named) {
  const { t } = useTranslation('consent-versions');
  if (form.file !== null)
    return (
      <div>
        <Button
          component="a"
          href={inlineFileAddress(form.file)}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
        >
          {t('open', { name })}
        </Button>
      </div>
    );
  return (
    <details className={classes.same}>
      <summary>{t('read', { name })}</summary>
      {form.texts.map(({ locale, title, body }) => (
        <div key={locale ?? ''} lang={locale ?? undefined}>
          <Title order={4}>{title}</Title>
          <MarkdownText>{body}</MarkdownText>
        </div>
      ))}
    </details>
  );
}

type Translate = ReturnType<typeof useTranslation<'consent-versions'>>['t'];

/** Returns a text for each question, which also contains its choices and its right answer. */
function questionTexts(text: ComparedText | undefined, tries: number, t: Translate): string[] {
  const questions = text?.questions ?? [];
  return [
    ...questions.map(({ text: asked, choices, right, explanation }) =>
      [
        asked,
        ...choices.map((choice, n) => `${n === right ? '✓' : '–'} ${choice}`),
        ...(explanation ? [explanation] : []),
      ].join('\n'),
    ),
    ...(questions.length > 0
      ? [tries === 0 ? t('tries_endless') : t('tries', { count: tries })]
      : []),
  ];
}

/**
 * Computes the differences between two forms in each language, and again only if a form changes.
 */
function useDifferences(from: ComparedForm, to: ComparedForm) {
  const { t } = useTranslation('consent-versions');
  return useMemo(
    () =>
      pairTexts(from, to).map((pair) => {
        const title = textDifference(pair.from?.title ?? '', pair.to?.title ?? '', pair.locale);
        const text = textDifference(pair.from?.body ?? '', pair.to?.body ?? '', pair.locale);
        const questions = paragraphDifferenceOf(
          questionTexts(pair.from, from.tries, t),
          questionTexts(pair.to, to.tries, t),
          pair.locale,
        );
        const changed = [title, text, questions].some(hasChangedPassage);
        return { ...pair, title, text, questions, changed };
      }),
    [from, to, t],
  );
}

/** The differences between two consent forms, in each language and in the questions. */
export function ConsentFormDifference({ from, to }: { from: Named; to: Named }) {
  const { t, i18n } = useTranslation('consent-versions');
  const [chosen, choose] = useState(0);
  const pairs = useDifferences(from.form, to.form);
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const nameOf = (locale: string | null) => (locale === null ? t('not_said') : names.of(locale));
  if (from.form.file !== null || to.form.file !== null)
    return (
      <Stack gap="sm">
        <Text>{t('by_eye')}</Text>
        {[from, to].map((side, i) => (
          <Side key={i} {...side} />
        ))}
      </Stack>
    );
  const index = chosen < pairs.length ? chosen : 0;
  const shown = pairs[index];
  const came = pairs.filter((one) => !one.from).map((one) => nameOf(one.locale));
  const went = pairs.filter((one) => !one.to).map((one) => nameOf(one.locale));
  const list = new Intl.ListFormat(i18n.language);
  const listed = (some: (string | undefined)[]) =>
    list.format(some.filter((one) => one !== undefined));
  const lang = shown?.locale ?? undefined;
  if (came.length + went.length === 0 && pairs.every(({ changed }) => !changed))
    return <Text>{t('equal')}</Text>;
  return (
    <Stack gap="md">
      {came.length > 0 && <Text>{t('languages_came', { list: listed(came) })}</Text>}
      {went.length > 0 && <Text>{t('languages_went', { list: listed(went) })}</Text>}
      {pairs.length > 1 && (
        <NativeSelect
          label={t('language')}
          maw="20rem"
          value={String(index)}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          data={pairs.map(({ locale, changed }, i) => ({
            value: String(i),
            label: t(changed ? 'language_changed' : 'language_same', {
              name: nameOf(locale),
            }),
          }))}
        />
      )}
      <Text size="sm" c="dimmed" className="measure">
        {t('legend')}
      </Text>
      {shown && (
        <Stack gap="md">
          {hasChangedPassage(shown.title) && (
            <Part title={t('title')}>
              <DifferencePassages passages={shown.title} lang={lang} />
            </Part>
          )}
          <Part title={t('text')}>
            {hasChangedPassage(shown.text) ? (
              <DifferencePassages passages={shown.text} lang={lang} />
            ) : (
              <Text>{t('text_same')}</Text>
            )}
          </Part>
          {shown.questions.length > 0 && (
            <Part title={t('questions')}>
              {hasChangedPassage(shown.questions) ? (
                <DifferencePassages passages={shown.questions} lang={lang} />
              ) : (
                <Text>{t('questions_same')}</Text>
              )}
            </Part>
          )}
        </Stack>
      )}
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {title}
    </Title>
    {children}
  </Stack>
);
