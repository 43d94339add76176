import { Button, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listConsentVersions, readConsent } from '../../../../../../contracts/studies/consents';
import { readStudy, type Study } from '../../../../../../contracts/studies/studies';
import {
  readClassReview,
  submitForReview,
} from '../../../../../../contracts/teaching/class-studies';
import { teachingLimits } from '../../../../../../contracts/teaching/limits';
import { BrowserDataReasonsFields } from '../../../../domain/sessions/launch/reasons-fields';
import { useBrowserDataReasons } from '../../../../domain/sessions/launch/use-reasons';
import {
  ClassStudyRefusal,
  classStudyRefusalOf,
} from '../../../../domain/class-building/class-refusal';
import { call } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { AppLink } from '../../../../ui/app-link';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';

interface Props {
  study: Study;
  /**
   * Saves the study.
   * @returns whether all of its changes are saved
   */
  save: () => Promise<boolean>;
  /** Whether the study was submitted before. */
  again: boolean;
}

/**
 * The queries whose data a submission changes: the review, and the consent form that it publishes.
 */
const followed = [readClassReview, readStudy, readConsent, listConsentVersions];

/** Submits the saved study to the instructors of its class. */
export function SubmitForm({ study, save, again }: Props) {
  const { t } = useTranslation('class-building');
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const [isUnsaved, setUnsaved] = useState(false);
  // Before the submission, the students give their reasons for code that may recognize a browser.
  // The instructor approves these reasons, so a later reason would need a new approval.
  const { privacy_level } = study;
  const asking = useBrowserDataReasons({ study_id: study._id, privacy_level }, study);
  const submit = useMutation({
    mutationFn: async () => {
      const isSaved = await save();
      setUnsaved(!isSaved);
      if (!isSaved || !(await asking.keep())) return null;
      return call(submitForReview, {
        params: { id: study._id },
        body: { words: words.trim() || null },
      });
    },
    onSuccess: async (made) => {
      if (!made) return;
      setWords('');
      showMessage(t('submit.done'), { type: 'success' });
      await Promise.all(followed.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });
  const refusal = classStudyRefusalOf(submit.error);
  if (!study.runtime)
    return (
      <Stack gap={4} align="flex-start">
        <Text size="sm">{t('submit.no_runtime')}</Text>
        <AppLink to={`/experiments/details/${study._id}?tab=runs`} size="sm">
          {t('rehearse.to_runs')}
        </AppLink>
      </Stack>
    );
  return (
    <form
      aria-label={t('submit.title')}
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate();
      }}
    >
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={3} size="h4">
            {t('submit.title')}
          </Title>
          <Text size="sm" mt={4}>
            {t('submit.text')}
          </Text>
        </div>
        <Textarea
          w="100%"
          label={t('submit.words')}
          description={t('submit.words_hint')}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={teachingLimits.words}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <BrowserDataReasonsFields
          asks={asking.asks}
          value={asking.reasons}
          onChange={asking.setReasons}
        />
        {isUnsaved && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {t('submit.unsaved')}
          </Text>
        )}
        {refusal ? (
          <ClassStudyRefusal code={refusal} studyId={study._id} />
        ) : (
          <ErrorNotice
            error={submit.error ?? asking.error}
            kept={words ? t('submit.kept') : undefined}
          />
        )}
        <Button type="submit" loading={submit.isPending} disabled={asking.isMissing}>
          {t(again ? 'submit.again' : 'submit.submit')}
        </Button>
      </Stack>
    </form>
  );
}
