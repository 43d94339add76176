import { Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { LoadingForm } from '../../ui/loading/loading';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { isPaidReward, lacksPaymentTerms } from '../../../../contracts/enrolment/payment.rule';
import { paymentFieldId } from '../../domain/payment/payment-field';
import type { StudyDraft } from './draft/study-draft';
import { useDraftField } from './draft/use-study-draft';
import { MoneyInput } from './payment/money-input';
import { MinutesField } from './minutes-field';
import { PaymentMethodsField } from './payment/payment-methods-field';
import { PaymentTermsField } from './payment/payment-terms-field';
import { PrivacyField } from './privacy-field';

/** Shows the form for a study's title and description, its pay, its privacy level and its notes. */
export function DetailsForm({
  draft,
  studyId,
  disabled,
  isOfClass = false,
}: {
  draft: StudyDraft;
  studyId: string;
  /**
   * Whether the study belongs to a class. It is then always unpaid and anonymous, so the form hides
   * both choices.
   */
  isOfClass?: boolean;
  disabled: boolean;
}) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const title = useDraftField(draft, 'title');
  const description = useDraftField(draft, 'description');
  const minutes = useDraftField(draft, 'duration_minutes');
  const reward = useDraftField(draft, 'reward');
  const terms = useDraftField(draft, 'payment_terms');
  const privacy = useDraftField(draft, 'privacy_level');
  const notes = useDraftField(draft, 'additional_notes');
  return (
    <Fieldset variant="unstyled" disabled={disabled}>
      <Stack gap="lg" maw="44rem">
        <TextInput
          label={t('study-editor:form.title')}
          description={t('study-editor:form.title_hint')}
          maxLength={limits.title}
          value={title.value}
          onChange={({ currentTarget }) => title.onChange(currentTarget.value)}
          error={title.error}
        />
        <Textarea
          label={t('study-editor:form.description')}
          description={t('study-editor:form.description_hint')}
          minRows={5}
          maxRows={20}
          value={description.value}
          onChange={({ currentTarget }) => description.onChange(currentTarget.value)}
          error={description.error}
        />
        <Group align="flex-start" gap="md">
          <MinutesField
            {...minutes}
            flex="0 1 14rem"
            label={t('study-editor:form.minutes')}
            description={t('study-editor:form.minutes_hint')}
            min={1}
            max={limits.durationMinutes}
          />
        </Group>
        {!isOfClass && (
          <>
            <MoneyInput
              value={reward.value ?? null}
              onChange={reward.onChange}
              minutes={minutes.value}
              error={reward.error}
            />
            {(isPaidReward(reward.value) ||
              terms.value ||
              location.hash === `#${paymentFieldId}`) && (
              <PaymentTermsField
                value={terms.value ?? null}
                onChange={terms.onChange}
                isMissing={lacksPaymentTerms(reward.value, terms.value)}
                reward={reward.value ?? null}
                isAnonymous={privacy.value === 'anonymous'}
                error={terms.error}
              />
            )}
            {isPaidReward(reward.value) && (
              <Suspense fallback={<LoadingForm fields={[44, 44, 44]} />}>
                <PaymentMethodsField studyId={studyId} />
              </Suspense>
            )}
            <PrivacyField value={privacy.value} onChange={privacy.onChange} error={privacy.error} />
          </>
        )}
        <Textarea
          label={t('study-editor:form.notes')}
          description={t('study-editor:form.notes_hint')}
          maxLength={limits.notes}
          value={notes.value ?? ''}
          onChange={({ currentTarget }) => notes.onChange(currentTarget.value)}
          error={notes.error}
        />
      </Stack>
    </Fieldset>
  );
}
