import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { decideClassReview } from '../../../../../contracts/teaching/class-studies';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { isApiErrorOf, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { useRefreshReview } from './refresh-review';

const Form = z.object({ words: z.string().max(teachingLimits.words) });
const isCode = (error: unknown, code: 'version_changed' | 'illegal_transition') =>
  isApiErrorOf(decideClassReview, error) && error.code === code;

interface Props {
  studyId: string;
  title: string;
  /** The digest of the submission that the page shows. */
  digest: string;
  /**
   * Whether the submission waits for a decision. If it does not, the form appears only if it
   * contains an error, or text that the instructor has typed.
   */
  isOpen: boolean;
  /** Shows the newer version that the group has submitted. */
  onTakeNewer: () => void;
}

/**
 * Approves the submission, or asks the group for certain changes. If the server refuses, the form
 * keeps what the instructor typed.
 */
export function ReviewDecisionForm({ studyId, title, digest, isOpen, onTakeNewer }: Props) {
  const { t } = useTranslation(['classroom-studies', 'common']);
  const refresh = useRefreshReview();
  const [approving, setApproving] = useState(false);
  const form = useContractForm(Form, { words: '' });
  const field = useFieldProps(form);
  const decide = useMutation({
    ...mutation(decideClassReview),
    onSuccess: async ({ state }) => {
      setApproving(false);
      form.reset();
      showMessage(
        t(state === 'approved' ? 'review.decision.approved' : 'review.decision.asked', { title }),
        {
          type: 'success',
          autoHideMs: 6000,
        },
      );
      await refresh();
    },
    onError: async (error) => {
      setApproving(false);
      showFieldErrors(form, error);
      // The review has changed state meanwhile. The page refetches it and shows why the server
      // refused.
      if (isCode(error, 'illegal_transition')) await refresh();
    },
  });
  const params = { id: studyId };
  const ask = form.handleSubmit(({ words }) => {
    if (!isOpen) return;
    if (words.trim() === '')
      return form.setError(
        'words',
        { type: 'required', message: 'required' },
        { shouldFocus: true },
      );
    decide.mutate({ params, body: { state: 'changes_asked', digest, words } });
  });
  const approve = () => {
    const words = form.getValues('words').trim();
    decide.mutate({ params, body: { state: 'approved', digest, words: words || null } });
  };
  const reload = async () => {
    await refresh();
    onTakeNewer();
    decide.reset();
  };
  const isChanged = isCode(decide.error, 'version_changed');
  const isTyped = form.watch('words').trim() !== '';
  if (!isOpen && !isTyped && !decide.error) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="review-decision" maw="45rem">
      <Title order={2} size="h3" id="review-decision">
        {t('review.decision.title')}
      </Title>
      <Text className="measure">{t('review.decision.lead')}</Text>
      <form onSubmit={(event) => void ask(event)} noValidate>
        <Stack gap="md">
          <Textarea
            label={t('review.decision.words')}
            description={t('review.decision.words_hint')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={teachingLimits.words}
            {...field('words')}
          />
          {!isOpen ? (
            <Alert
              color="orange"
              role="alert"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('review.decision.not_open')}
            >
              {isTyped && t('common:error.kept')}
            </Alert>
          ) : isChanged ? (
            <Alert
              color="orange"
              role="alert"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('review.decision.changed')}
            >
              <Stack gap="sm" align="flex-start">
                <Text size="sm">{t('review.decision.changed_text')}</Text>
                <Button variant="default" onClick={() => void reload()}>
                  {t('review.decision.reload')}
                </Button>
              </Stack>
            </Alert>
          ) : (
            <ErrorNotice error={decide.error} kept={t('common:error.kept')} />
          )}
          {isOpen && (
            <Group gap="sm">
              <Button
                onClick={() => {
                  decide.reset();
                  setApproving(true);
                }}
              >
                {t('review.decision.approve')}
              </Button>
              <Button
                type="submit"
                variant="default"
                loading={decide.isPending && decide.variables.body.state === 'changes_asked'}
              >
                {t('review.decision.ask')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <ConfirmDialog
        opened={approving && isOpen}
        onClose={() => setApproving(false)}
        onConfirm={approve}
        title={t('review.decision.approve_title', { title })}
        confirm={t('review.decision.approve')}
        busy={decide.isPending}
      >
        {t('review.decision.approve_text')}
      </ConfirmDialog>
    </Stack>
  );
}
