import { Alert, Button, Radio, Stack, Text, Title } from '@mantine/core';
import { IconBulb } from '../../../ui/icons/bulb';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconLock } from '../../../ui/icons/lock';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  answerComprehension,
  readComprehension,
} from '../../../../../contracts/studies/comprehension';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { BusyPage } from '../../../ui/loading/loading';
import type { LocalizedConsentText } from '../../../domain/consents/consent-texts.rule';

/** Reads whether the caller has passed the questions about the session's consent form. */
export const useComprehension = (session: string, link: string | undefined, asks: boolean) =>
  useQuery({
    ...query(readComprehension, { params: { id: session }, ...(link && { query: { link } }) }),
    enabled: asks,
    staleTime: 0,
  });

/**
 * The questions about the form that was just read. The server checks the answers, and explains
 * those that are wrong (docs/decisions/consent.md).
 */
export function ComprehensionQuestions({
  text,
  consentId,
  session,
  link,
}: {
  text: LocalizedConsentText;
  consentId: string;
  session: string;
  link: string | undefined;
}) {
  const { t } = useTranslation('consent');
  const client = useQueryClient();
  const asked = query(readComprehension, {
    params: { id: session },
    ...(link && { query: { link } }),
  });
  const { data, error, refetch } = useComprehension(session, link, true);
  const [chosen, setChosen] = useState<Record<number, string>>({});
  const [missing, setMissing] = useState(false);
  const send = useMutation({
    ...mutation(answerComprehension),
    onSuccess: (now) => client.setQueryData(asked.queryKey, now),
    // After an error, the page reads again whether the participant has passed, and how many tries
    // are left: the participant may have answered in another window.
    onError: () => void refetch(),
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <BusyPage height="8rem" />;
  if (data.passed)
    return (
      <Alert role="status" color="teal" icon={<IconCircleCheck aria-hidden />}>
        {t('questions.passed')}
      </Alert>
    );
  if (data.tries_left === 0)
    return (
      <Alert
        role="alert"
        color="orange"
        icon={<IconLock aria-hidden />}
        title={t('questions.over')}
      >
        {t('questions.over_text')}
        <Wrong data={data} text={text} />
      </Alert>
    );
  const { wrong } = data;
  const submit = () => {
    const answers = text.questions.map((_, i) => Number(chosen[i]));
    const some = answers.some((one) => Number.isNaN(one));
    setMissing(some);
    if (!some)
      send.mutate({
        params: { id: session },
        body: { consent: { _id: consentId, sha256: text.sha256 }, answers, ...(link && { link }) },
      });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={2} size="h3">
            {t('questions.title')}
          </Title>
          <Text className="measure">{t('questions.lead')}</Text>
          {data.tries_left !== null && (
            <Text fw={600}>{t('questions.tries', { count: data.tries_left })}</Text>
          )}
        </Stack>
        {wrong.length > 0 && (
          <Alert role="alert" color="orange" icon={<IconBulb aria-hidden />}>
            {t('questions.wrong', { count: wrong.length })}
          </Alert>
        )}
        {text.questions.map((question, i) => {
          const why = wrong.find((one) => one.question === i)?.explanation;
          return (
            <Radio.Group
              key={i}
              lang={text.locale ?? undefined}
              label={`${i + 1}. ${question.text}`}
              value={chosen[i] ?? ''}
              onChange={(value) => setChosen((before) => ({ ...before, [i]: value }))}
              error={missing && chosen[i] === undefined ? t('questions.choose') : why}
            >
              <Stack gap="xs" mt="xs">
                {question.choices.map((choice, n) => (
                  <Radio key={n} value={String(n)} label={choice} />
                ))}
              </Stack>
            </Radio.Group>
          );
        })}
        <ErrorNotice error={send.error} />
        <div>
          <Button type="submit" loading={send.isPending}>
            {t('questions.check')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/**
 * Lists the questions that were answered wrong, with explanations. After the last try it shows only
 * the explanations, since the participant cannot answer again.
 */
function Wrong({
  data,
  text,
}: {
  data: { wrong: { question: number; explanation: string }[] };
  text: LocalizedConsentText;
}) {
  return data.wrong.map(({ question, explanation }) => (
    <Text key={question} size="sm" mt="xs" lang={text.locale ?? undefined}>
      {text.questions[question]?.text} {explanation}
    </Text>
  ));
}
