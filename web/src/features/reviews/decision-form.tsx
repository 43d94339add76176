import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  decideReview,
  listReviews,
  type ResearcherReview,
  ReviewDecision,
} from '../../../../contracts/researchers/researchers';
import { isApiErrorOf, mutation } from '../../lib/http/api';
import { showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';

interface Props {
  review: ResearcherReview;
  decision: 'approve' | 'reject';
  onClose: () => void;
}

/**
 * The form with which a reviewer approves or rejects a researcher. Both decisions need a reason
 * (docs/domain.md, 1), which the researcher receives by mail.
 */
export function DecisionForm({ review, decision, onClose }: Props) {
  const { t } = useTranslation(['reviews', 'common']);
  const client = useQueryClient();
  const form = useContractForm(ReviewDecision, { decision, reason: '' });
  const field = useFieldProps(form);
  const decide = useMutation({
    ...mutation(decideReview),
    onSettled: () => client.invalidateQueries({ queryKey: [listReviews.path] }),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  const submit = form.handleSubmit((body) =>
    decide
      .mutateAsync({
        params: { user_id: review.researcher._id },
        body: { ...body, decision, review_id: review._id },
      })
      .then(
        () => {
          showMessage(t(`reviews:done.${decision}`, { name: review.researcher.first_name }), {
            type: 'success',
          });
          onClose();
        },
        (error: unknown) => {
          showFieldErrors(form, error);
        },
      ),
  );
  const tooLate =
    isApiErrorOf(decideReview, decide.error) && decide.error.code === 'already_decided';
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t(`reviews:reason.${decision}`)}
          description={t('reviews:reason.who_reads')}
          required
          withAsterisk={false}
          {...field('reason')}
        />
        <ErrorNotice error={decide.error} kept={tooLate ? undefined : t('common:error.kept')} />
        <Group gap="sm">
          <Button
            type="submit"
            color={decision === 'reject' ? 'red.9' : undefined}
            loading={decide.isPending}
          >
            {t(`reviews:confirm.${decision}`)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
