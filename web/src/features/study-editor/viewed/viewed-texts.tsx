import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Study } from '../../../../../contracts/studies/studies';
import { StudyPayment } from '../../../domain/payment/payment-line';
import { WhoMayTakePart } from '../../../domain/sessions/who-may-take-part';
import { formatMoney } from '../../../lib/intl/format-money';
import { MarkdownText } from '../../../ui/reading/markdown';
import { ReadOnlyConditions } from './viewed-conditions';

/** The texts and requirements of a study, for a collaborator who may not edit. */
export function ReadOnlyTexts({ study }: { study: Study }) {
  const { t } = useTranslation(['viewed-study', 'studies']);
  const { runtime, reward } = study;
  const places = runtime && isHostedRuntime(runtime) ? runtime.hosts : [];
  return (
    <Stack gap="lg" className="measure">
      <Part title={t('viewed-study:description')}>
        {study.description ? (
          <MarkdownText>{study.description}</MarkdownText>
        ) : (
          <Text size="sm" c="dimmed">
            {t('viewed-study:none')}
          </Text>
        )}
      </Part>
      {study.additional_notes && (
        <Part title={t('viewed-study:notes')}>
          <MarkdownText>{study.additional_notes}</MarkdownText>
        </Part>
      )}
      <Part title={t('viewed-study:minutes')}>
        <Text size="sm">
          {t('viewed-study:minutes_text', {
            count: study.duration_minutes,
            most: study.maximum_minutes,
          })}
        </Text>
      </Part>
      <Part title={t('viewed-study:reward')}>
        <Text size="sm">{reward ? formatMoney(reward) : t('viewed-study:unpaid')}</Text>
        <StudyPayment study={study} />
      </Part>
      <Part title={t('viewed-study:names')}>
        <Text size="sm">{t(`studies:privacy.${study.privacy_level}`)}</Text>
        <Text size="sm">{t(`studies:privacy_text.${study.privacy_level}`)}</Text>
      </Part>
      <Part title={t('viewed-study:who')}>
        <Text size="sm" component="div">
          <WhoMayTakePart filters={study.eligibility} />
        </Text>
      </Part>
      <Part title={t('viewed-study:place')}>
        <Text size="sm">
          {runtime ? t(`studies:runtime.${runtime.kind}`) : t('viewed-study:no_runtime')}
        </Text>
        {places.length > 0 && (
          <Text size="sm">{t('viewed-study:hosts', { hosts: places.join(', ') })}</Text>
        )}
      </Part>
      {runtime && isHostedRuntime(runtime) && runtime.conditions && (
        <Part title={t('viewed-study:conditions')}>
          <ReadOnlyConditions conditions={runtime.conditions} />
        </Part>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
