import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Consent,
  type ConsentVersion,
  readConsentVersion,
} from '../../../../../../contracts/studies/consents';
import { formatDate } from '../../../../lib/intl/format';
import { query } from '../../../../lib/http/api';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { BusyPage } from '../../../../ui/loading/loading';
import { comparedFormOf } from './compared-form';
import { ConsentFormDifference } from './form-difference';

function useNamed(consent: Consent | undefined) {
  const { t } = useTranslation('consent-versions');
  return useMemo(
    () =>
      consent && { name: t('named', { version: consent.version }), form: comparedFormOf(consent) },
    [consent, t],
  );
}

/** Compares two versions; at first the newest version with the version before it. */
export function VersionComparison({
  studyId,
  versions,
  older,
}: {
  studyId: string;
  /** The versions, the newest first. */
  versions: ConsentVersion[];
  /** Fetches more versions; undefined if the list has all. */
  older: (() => void) | undefined;
}) {
  const { t } = useTranslation('consent-versions');
  const [chosen, choose] = useState<{ from?: string; to?: string }>({});
  const find = (id: string | undefined) => versions.find(({ _id }) => _id === id);
  const to = find(chosen.to) ?? versions[0];
  const from = find(chosen.from) ?? versions.find(({ version }) => version < (to?.version ?? 0));
  const read = (id: string | undefined) => ({
    ...query(readConsentVersion, { params: { id: studyId, version: id ?? '' } }),
    enabled: id !== undefined,
  });
  const [first, second] = [useQuery(read(from?._id)), useQuery(read(to?._id))];
  const [before, after] = [useNamed(first.data), useNamed(second.data)];
  const data = versions.map((one) => ({
    value: one._id,
    label: t('version', {
      version: one.version,
      date: formatDate(one.created_at),
      state: t(`state.${one.state}`),
    }),
  }));
  const error = first.error ?? second.error;
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={t('from')}
          value={from?._id ?? ''}
          data={data}
          onChange={({ currentTarget }) => choose({ ...chosen, from: currentTarget.value })}
        />
        <NativeSelect
          label={t('to')}
          value={to?._id ?? ''}
          data={data}
          onChange={({ currentTarget }) => choose({ ...chosen, to: currentTarget.value })}
        />
        {older && (
          <Button variant="subtle" onClick={older}>
            {t('older')}
          </Button>
        )}
      </Group>
      {error ? (
        <ErrorNotice
          error={error}
          onRetry={() => void Promise.all([first.refetch(), second.refetch()])}
        />
      ) : before && after ? (
        <ConsentFormDifference key={`${from?._id} ${to?._id}`} from={before} to={after} />
      ) : (
        <BusyPage height="8rem" />
      )}
    </Stack>
  );
}
