import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readStudy } from '../../../../contracts/studies/studies';
import { readStudyStorage } from '../../../../contracts/study-files/study-storage';
import { formatBytes } from '../../lib/intl/format-bytes';
import { query } from '../../lib/http/api';

/**
 * Shows how much storage the files of a person's studies use, and how much they may use.
 * @param studyId the study that receives files. If it belongs to another person, its files count
 * towards that person's storage, so nothing is shown
 */
export function StorageUsageLine({ studyId }: { studyId?: string }) {
  const { t } = useTranslation('archive');
  const study = useQuery({
    ...query(readStudy, { params: { id: studyId ?? '' } }),
    enabled: studyId !== undefined,
  });
  const isOwn = studyId === undefined || study.data?.role === 'owner';
  const { data } = useQuery({ ...query(readStudyStorage), enabled: isOwn });
  if (!data) return null;
  const { used_bytes: used, launched_bytes: launched, most_bytes: most } = data;
  const isShort = used > 0.9 * most;
  return (
    <Text size="sm" c={isShort ? 'var(--mantine-color-error)' : 'dimmed'}>
      {t('storage', { used: formatBytes(used), most: formatBytes(most) })}
      {'. '}
      {launched > 0 && `${t('launched', { launched: formatBytes(launched) })} `}
      {isShort && t('full')}
    </Text>
  );
}
