import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowsSplit2 } from '../../../ui/icons/arrows-split-2';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { partialPayFor } from '../../../../../contracts/enrolment/part-pay.rule';
import {
  type EarlyLeavingState,
  earlyLeavingStates,
  type PartialPay,
} from '../../../../../contracts/studies/payment-terms';
import { formatMoney } from '../../../lib/intl/format-money';
import type { DraftField, DraftValues } from './draft-values.rule';
import type { StudyDraft } from './study-draft';
import classes from './text-conflicts.module.css';
import { useDraftState } from './use-study-draft';

/**
 * Returns a function that describes a field's value in words.
 * @param currency the currency of the reward
 */
function useWords(currency: string) {
  const { t } = useTranslation(['study-draft', 'studies', 'eligibility']);
  const part = (way: EarlyLeavingState, of: PartialPay) =>
    `${t(`study-editor:form.part_pay.${way}`)}: ${t(`study-editor:form.part_pay.kind.${of.kind}`)}${
      of.kind === 'part' ? ` (${of.percent} %)` : ''
    }`;
  const words: { [F in DraftField]: (value: DraftValues[F]) => string } = {
    title: (value) => value,
    description: (value) => value,
    additional_notes: (value) => value ?? '',
    duration_minutes: (value) => t('study-draft:minutes', { count: value }),
    maximum_minutes: (value) => t('study-draft:minutes', { count: value }),
    reward: (value) => (value ? formatMoney(value) : t('study-draft:no_reward')),
    payment_terms: (value) =>
      value
        ? [
            `${value.how} · ${t('study-draft:days', { count: value.within_days })}`,
            ...(value.by_answers
              ? [
                  `${t('study-editor:form.by_answers.most')}: ${formatMoney({ amount: value.by_answers.most, currency })}`,
                ]
              : []),
            ...(value.pay
              ? earlyLeavingStates.map((way) => part(way, partialPayFor(value, way)))
              : []),
          ].join('\n')
        : '',
    privacy_level: (value) => t(`studies:privacy.${value}`),
    requirements: (value) => value.map((one) => t(`studies:requirement.${one}`)).join('\n'),
    runtime: (value) =>
      value === null
        ? t('study-draft:not_chosen')
        : [
            t(`studies:runtime.${value.kind}`),
            ...(value.kind === 'external' ? [value.url] : []),
            ...(value.kind === 'notes'
              ? [t(`study-editor:form.completes.${value.completes}`)]
              : []),
            ...(value.kind === 'onsite' && value.place ? [value.place] : []),
          ].join('\n'),
    allow_repeats: (value) => t(value ? 'study-draft:yes' : 'study-draft:no'),
    offers_credit: (value) => t(value ? 'study-draft:yes' : 'study-draft:no'),
    eligibility: (value) => value.map((one) => t(`eligibility:who.${one.filter}`)).join('\n'),
  };
  return (field: DraftField, value: unknown) =>
    (words[field] as (value: unknown) => string)(value) || t('study-draft:empty');
}

/**
 * Shows both values of each field that two people changed at the same time. The researcher chooses
 * one.
 */
export function TextConflicts({ draft }: { draft: StudyDraft }) {
  const { t } = useTranslation('study-draft');
  const conflicts = useDraftState(draft, (state) => state.conflicts);
  const values = useDraftState(draft, (state) => state.values);
  const words = useWords(values.reward?.currency ?? 'EUR');
  const id = useId();
  const fields = Object.keys(conflicts) as DraftField[];
  if (fields.length === 0) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconArrowsSplit2 aria-hidden />}
      title={t('conflict.title')}
    >
      <Stack gap="md">
        <Text size="sm">{t('conflict.text')}</Text>
        {fields.map((field) => (
          <Stack key={field} gap="xs" role="group" aria-labelledby={`${id}-${field}`}>
            <Text size="sm" fw={600} id={`${id}-${field}`}>
              {t(`field.${field}`)}
            </Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {(['mine', 'theirs'] as const).map((which) => (
                <Stack key={which} gap="xs" className={classes.text}>
                  <Text size="sm" c="dimmed">
                    {t(`conflict.${which}`)}
                  </Text>
                  <Text size="sm" className={classes.words} tabIndex={0}>
                    {words(field, which === 'mine' ? values[field] : conflicts[field])}
                  </Text>
                  <Group>
                    <Button
                      size="sm"
                      variant="default"
                      onClick={() => draft.choose(field, which)}
                      aria-describedby={`${id}-${field}`}
                    >
                      {t(`conflict.keep_${which}`)}
                    </Button>
                  </Group>
                </Stack>
              ))}
            </SimpleGrid>
          </Stack>
        ))}
      </Stack>
    </Alert>
  );
}
