import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconFileTypePdf } from '../../ui/icons/file-type-pdf';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type ConsentVersion,
  listConsentVersions,
  readConsent,
  readConsentVersion,
} from '../../../../contracts/studies/consents';
import type { Study } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { AppLink } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { TimeText } from '../../ui/when';
import { ConsentText } from '../../domain/consents/consent-text';
import { CompareVersions } from './consent/compare-versions';
import { ConsentForm } from './consent/consent-form';
import { CopiedConsentForm } from './consent/copied-form';

/**
 * Fetches the consent forms of a study: the version in force, and the draft that came with a copied
 * study.
 */
function useForms({ _id: id, consent }: Study) {
  const list = useInfiniteQuery(
    pagedQuery<ConsentVersion>(listConsentVersions, { params: { id }, query: { limit: 50 } }),
  );
  const versions = itemsOfPages(list.data);
  const copied = consent === null ? versions.find(({ state }) => state === 'draft') : undefined;
  const inForce = useQuery({
    ...query(readConsent, { params: { id } }),
    enabled: consent !== null,
  });
  const draft = useQuery({
    ...query(readConsentVersion, { params: { id, version: copied?._id ?? '' } }),
    enabled: copied !== undefined,
  });
  const [newest] = versions;
  return {
    versions,
    older: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    inForce: (consent && inForce.data) ?? null,
    draft: (copied && draft.data) ?? null,
    next: newest ? newest.version + (newest.state === 'draft' ? 0 : 1) : 1,
    isPending: list.isPending || (consent ? inForce.isPending : copied && draft.isPending),
    error: list.error ?? inForce.error ?? draft.error,
  };
}

/**
 * The editor of the consent form. Every publication makes a new version; a launched session keeps
 * the version with which it was launched (docs/domain.md, 3).
 */
export function ConsentEditor({
  study,
  onDirty,
}: {
  study: Study;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const { versions, older, inForce, draft, next, isPending, error } = useForms(study);
  if (isPending) return <LoadingCards count={2} height={160} />;
  const isArchived = study.state === 'archived';
  return (
    <Stack gap="lg" maw="44rem">
      {error && <ErrorNotice error={error} focus={false} />}
      {inForce ? (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {t('study-editor:consent_form.in_force', { version: inForce.version })}
          </Title>
          <Text size="sm" c="dimmed">
            {t('study-editor:consent_form.since')} <TimeText at={inForce.created_at} relative />
          </Text>
          <Text size="sm">{t('study-editor:consent_form.frozen')}</Text>
          <Text size="sm">{t('study-editor:consent_form.receipts')}</Text>
          {!study.launched_version && (
            <Text size="sm">
              {t('study-editor:consent_form.then_session')}:{' '}
              <AppLink to={`/experiments/details/${study._id}?tab=sessions`} inherit>
                {t('study-editor:consent_form.to_sessions')}
              </AppLink>
            </Text>
          )}
          <Text size="xs" c="dimmed" title={inForce.sha256}>
            {t('study-editor:consent_form.checksum', { hash: inForce.sha256.slice(0, 12) })}
          </Text>
          {inForce.kind === 'pdf' && (
            <Alert icon={<IconFileTypePdf aria-hidden />} mt="sm">
              <ConsentText consent={inForce} />
            </Alert>
          )}
        </Stack>
      ) : (
        <Text className="measure">{t('study-editor:consent_form.none')}</Text>
      )}
      {draft && <CopiedConsentForm studyId={study._id} draft={draft} disabled={isArchived} />}
      {!isArchived && (
        <ConsentForm
          study={study}
          source={{ consent: inForce ?? draft, replaces: inForce?.version ?? 0 }}
          next={next}
          onDirty={onDirty}
        />
      )}
      {versions.length > 1 && (
        <CompareVersions studyId={study._id} versions={versions} older={older} />
      )}
    </Stack>
  );
}
