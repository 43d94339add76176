import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconFlask, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { listStudies, type OwnStudy } from '../../../../../contracts/studies';
import { formatNumber } from '../../../lib/format';
import { itemsOf, pages } from '../../../lib/http/pages';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { SkeletonList } from '../../../ui/feedback/loading';
import { PayLine } from '../../../ui/money';
import { Page } from '../../../ui/page';
import { When } from '../../../ui/when';
import classes from './experiments.page.module.css';
import { NewStudyDialog } from '../editor/new-study.dialog';
import { StudyState } from '../study-state';

function Row({ study }: { study: OwnStudy }) {
  const { t } = useTranslation('studies');
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <Group gap="xs" mb={2}>
          <Link to={`/experiments/details/${study._id}`} className={classes.link}>
            {study.title}
          </Link>
          <StudyState study={study} />
        </Group>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            <PayLine reward={study.reward} minutes={study.duration_minutes} />
          </Text>
          {!study.has_consent && study.state !== 'archived' && (
            <Group gap={4}>
              <IconAlertTriangle size={14} aria-hidden color="var(--mantine-color-orange-6)" />
              <Text size="sm">{t('own.no_consent')}</Text>
            </Group>
          )}
        </Group>
      </div>
      <div className={classes.number}>
        <b>{formatNumber(study.sessions)}</b> {t('own.sessions', { count: study.sessions })}
      </div>
      <div className={classes.number}>
        <b>{formatNumber(study.participants)}</b>{' '}
        {t('own.participants', { count: study.participants })}
      </div>
      <Text size="sm" c="dimmed" className={classes.number}>
        {t('own.changed')} <When at={study.updated_at} relative />
      </Text>
    </li>
  );
}

/** /experiments: a researcher's own studies. */
export function ExperimentsPage() {
  const { t } = useTranslation('studies');
  const [params, setParams] = useSearchParams();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pages<OwnStudy>(listStudies, { query: { scope: 'mine', limit: 50 } }));
  const studies = itemsOf(data);
  const create = () => setParams({ new: '1' });
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
      {t('own.new')}
    </Button>
  );
  return (
    <Page title={t('own.title')} lead={t('own.lead')} size="lg" actions={studies.length > 0 && add}>
      {error && (
        <ErrorNotice error={error} title={t('own.failed')} onRetry={() => void refetch()} />
      )}
      {isPending ? (
        <SkeletonList count={5} height={72} />
      ) : studies.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconFlask}
            title={t('own.empty')}
            text={t('own.empty_text')}
            action={add}
          />
        )
      ) : (
        <ul className={classes.list} aria-label={t('own.title')}>
          {studies.map((study) => (
            <Row key={study._id} study={study} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            onClick={() => void fetchNextPage()}
            loading={isFetchingNextPage}
          >
            {t('own.more')}
          </Button>
        </Group>
      )}
      {params.get('new') === '1' && (
        <NewStudyDialog onClose={() => setParams({}, { replace: true })} />
      )}
    </Page>
  );
}
