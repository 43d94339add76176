import { NativeSelect, Stack } from '@mantine/core';
import { IconFileText } from '../../../ui/icons/file-text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ConsentVersion,
  listConsentVersions,
  readConsentVersion,
} from '../../../../../contracts/studies/consents';
import { dateFormat } from '../../../lib/intl/format';
import { query } from '../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingCards } from '../../../ui/loading/loading';
import { ConsentText } from '../../../domain/consents/consent-text';

/** The versions of a study's consent form, including drafts, read-only: the one in force first. */
export function ReadOnlyConsent({ studyId }: { studyId: string }) {
  const { t } = useTranslation(['viewed-study', 'consent-versions']);
  const [chosen, choose] = useState<string | null>(null);
  const list = useInfiniteQuery(
    pagedQuery<ConsentVersion>(listConsentVersions, {
      params: { id: studyId },
      query: { limit: 50 },
    }),
  );
  const versions = itemsOfPages(list.data);
  const at =
    versions.find(({ _id }) => _id === chosen) ??
    versions.find(({ state }) => state === 'valid') ??
    versions[0];
  const read = useQuery({
    ...query(readConsentVersion, { params: { id: studyId, version: at?._id ?? '' } }),
    enabled: at !== undefined,
  });
  const error = list.error ?? read.error;
  if (error)
    return (
      <ErrorNotice
        error={error}
        onRetry={() => void (list.error ? list.refetch() : read.refetch())}
      />
    );
  if (list.isPending) return <LoadingCards count={1} height={240} />;
  if (!at)
    return (
      <EmptyState
        icon={IconFileText}
        title={t('viewed-study:no_consent')}
        text={t('viewed-study:no_consent_text')}
      />
    );
  return (
    <Stack gap="lg" className="measure">
      <NativeSelect
        label={t('viewed-study:version')}
        value={at._id}
        data={versions.map((one) => ({
          value: one._id,
          label: t('consent-versions:version', {
            version: one.version,
            // The date is short, since a list on a phone cuts long texts.
            date: dateFormat({ dateStyle: 'medium' }).format(new Date(one.created_at)),
            state: t(`consent-versions:state.${one.state}`),
          }),
        }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {read.data ? <ConsentText consent={read.data} /> : <LoadingCards count={1} height={240} />}
    </Stack>
  );
}
