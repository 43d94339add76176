import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { multilineText } from '../../../../../contracts/base/fields';
import { limits } from '../../../../../contracts/base/limits';
import { enrolmentLimits } from '../../../../../contracts/enrolment/limits';
import {
  rejectionCategories,
  RejectionCategory,
} from '../../../../../contracts/enrolment/participations';
import type { DecisionByRosterTag } from '../../../../../contracts/enrolment/session-insights';
import { fieldErrorText, useContractForm, useFieldProps } from '../../../lib/form';
import { useFocusReturn } from '../../../ui/use-focus-return';

type Decision = DecisionByRosterTag['decision'];
export type DecisionWithReason = 'reject' | 'nullify' | 'overturn';

const forms = {
  reject: z.object({
    category: RejectionCategory,
    reason: multilineText(limits.notes, enrolmentLimits.rejectionReason),
  }),
  nullify: z.object({
    category: RejectionCategory.optional(),
    reason: multilineText(limits.notes),
  }),
  overturn: z.object({
    category: RejectionCategory.optional(),
    reason: multilineText(limits.notes),
  }),
};

/**
 * Asks for the reason of a decision, which the participants read. The decision rejects or cancels
 * participations, or overturns a rejection.
 */
export function DecisionDialog({
  action,
  people,
  isAnonymous,
  onDecide,
  onClose,
}: {
  action: DecisionWithReason;
  people: number;
  isAnonymous: boolean;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['session-page', 'participation', 'common']);
  const { t: common } = useTranslation('common');
  const form = useContractForm<
    { category?: z.input<typeof RejectionCategory>; reason: string },
    { category?: z.output<typeof RejectionCategory>; reason: string }
  >(forms[action], { reason: '' });
  const field = useFieldProps(form);
  const length = form.watch('reason').trim().length;
  const submit = form.handleSubmit(({ category, reason }) => {
    onDecide(
      action === 'reject' ? { action, category: category ?? 'other', reason } : { action, reason },
    );
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`session-page:decide.${action}_title`, { count: people })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {action === 'overturn' && (
            <Text size="sm">
              {t(`session-page:decide.overturn_text${isAnonymous ? '_anonymous' : ''}`)}
            </Text>
          )}
          {action === 'reject' && (
            <Controller
              control={form.control}
              name="category"
              render={({ field: { value, onChange, ref }, fieldState }) => (
                <Select
                  ref={ref}
                  label={t('session-page:decide.category')}
                  data={rejectionCategories.map((one) => ({
                    value: one,
                    label: t(`participation:reason.category.${one}`),
                  }))}
                  value={value ?? null}
                  onChange={onChange}
                  error={fieldErrorText(common, fieldState.error?.message)}
                  data-autofocus
                />
              )}
            />
          )}
          <Textarea
            label={t('session-page:decide.reason')}
            description={
              action === 'reject'
                ? t('session-page:decide.reason_hint', {
                    least: enrolmentLimits.rejectionReason,
                    length,
                  })
                : t('session-page:decide.reason_read')
            }
            autosize
            minRows={4}
            maxLength={limits.notes}
            data-autofocus={action !== 'reject' || undefined}
            {...field('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" {...(action !== 'overturn' && { color: 'red' })}>
              {t(`session-page:decide.${action}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
