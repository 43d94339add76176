import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  readVersionDifference,
  type StudyVersion,
} from '../../../../../contracts/study-files/study-files';
import { query } from '../../../lib/http/api';
import classes from './hosted.module.css';

const few = 10;

/** Lists the files in which a version differs from the version uploaded before it. */
export function VersionDifference({
  studyId,
  version,
  before,
}: {
  studyId: string;
  version: StudyVersion;
  before: StudyVersion;
}) {
  const { t } = useTranslation('hosted-study');
  const { data } = useQuery(
    query(readVersionDifference, {
      params: { id: studyId, version: version._id },
      query: { with: before._id },
    }),
  );
  if (!data) return null;
  const parts = (['changed', 'added', 'removed'] as const).filter((one) => data[one].length > 0);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('difference.title', { number: before.number })}
      </Text>
      {parts.map((part) => (
        <Text size="sm" key={part} className={classes.words} component="div">
          {t(`difference.${part}`, { count: data[part].length })}:{' '}
          {data[part].slice(0, few).map(({ path }) => (
            <span key={path}>
              <Code>{path}</Code>{' '}
            </span>
          ))}
          {data[part].length > few && '…'}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {t('difference.same', { count: data.same })}
      </Text>
    </Stack>
  );
}
