import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readConsent } from '../../../../../contracts/consents';
import type { Study } from '../../../../../contracts/studies';
import { query } from '../../../lib/http/api';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { SkeletonList } from '../../../ui/feedback/loading';
import { When } from '../../../ui/when';
import { ConsentText } from '../consent-text';
import { ConsentForm } from './consent/consent-form';

/**
 * The consent form: every publication is a new version; a launched session keeps the version it was
 * launched with (docs/domain.md, 3).
 */
export function ConsentEditor({
  study,
  onDirty,
}: {
  study: Study;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const { data, error, isPending } = useQuery({
    ...query(readConsent, { params: { id: study._id } }),
    enabled: study.consent !== null,
  });
  if (study.consent && isPending) return <SkeletonList count={2} height={160} />;
  const current = data ?? null;
  return (
    <Stack gap="lg" maw="44rem">
      {error && <ErrorNotice error={error} focus={false} />}
      {current ? (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {t('study-editor:consent_form.in_force', { version: current.version })}
          </Title>
          <Text size="sm" c="dimmed">
            {t('study-editor:consent_form.since')} <When at={current.created_at} relative /> ·{' '}
            <span title={current.sha256}>SHA-256 {current.sha256.slice(0, 12)}</span>
          </Text>
          <Text size="sm">{t('study-editor:consent_form.frozen')}</Text>
          <Text size="sm">{t('study-editor:consent_form.receipts')}</Text>
          <Text size="sm">
            {t('study-editor:consent_form.then_session')}:{' '}
            <AppLink to={`/experiments/details/${study._id}?tab=sessions`} inherit>
              {t('study-editor:consent_form.to_sessions')}
            </AppLink>
          </Text>
          {current.kind === 'pdf' && (
            <Alert icon={<IconFileTypePdf aria-hidden />} mt="sm">
              <ConsentText consent={current} />
            </Alert>
          )}
        </Stack>
      ) : (
        <Text className="measure">{t('study-editor:consent_form.none')}</Text>
      )}
      {study.state !== 'archived' && (
        <ConsentForm
          key={current?._id ?? 'new'}
          study={study}
          current={current}
          onDirty={onDirty}
        />
      )}
    </Stack>
  );
}
