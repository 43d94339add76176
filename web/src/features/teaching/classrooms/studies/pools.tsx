import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isPoolExportRunning, useStudyPools } from '../../../../domain/class-building/pools';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import classes from '../../teaching.module.css';
import { AnswerPoolRow } from './pool-row';

/**
 * The templates whose answers are pooled: the answers of all studies made from a template form one
 * dataset. Renders nothing if there is no such template.
 */
export function AnswerPools({ classroomId }: { classroomId: string }) {
  const { t } = useTranslation('classroom-studies');
  const { data, error, refetch } = useStudyPools(classroomId);
  const pools = data?.items ?? [];
  if (!error && pools.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="class-pools">
      <Title order={2} size="h3" id="class-pools">
        {t('pool.title')}
      </Title>
      <Text className="measure">{t('pool.lead')}</Text>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {pools.length > 0 && (
        <ul className={classes.list}>
          {pools.map((pool) => (
            <AnswerPoolRow
              key={pool.template_id}
              classroomId={classroomId}
              pool={pool}
              busy={isPoolExportRunning(pool)}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}
