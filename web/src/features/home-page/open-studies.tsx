import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listStudies, type StudyCard } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';
import { durationLabel } from '../../lib/intl/format';
import { formatMoney } from '../../lib/intl/format-money';
import { AppLink } from '../../ui/app-link';
import classes from './landing.module.css';
import { CardShape } from '../../ui/loading/shapes';

function OpenStudy({ study }: { study: StudyCard }) {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <Card component={Link} to={`/study/details/${study._id}`} className={classes.card}>
      <Title order={3} lineClamp={2}>
        {study.title}
      </Title>
      <Text size="sm" c="dimmed" lineClamp={3} flex={1}>
        {study.description}
      </Text>
      <Text size="sm" className="numbers" mt="xs">
        <Text span inherit fw={650}>
          {study.reward ? formatMoney(study.reward) : t('open.unpaid')}
        </Text>
        {' · '}
        <span title={t(`common:${durationLabel(study.duration_minutes)}`)}>
          {t('common:duration.minutes', { count: study.duration_minutes })}
        </span>
      </Text>
      <Text size="sm" className={`numbers ${classes.spots}`}>
        {t('open.spots', { count: study.spots_available })}
      </Text>
    </Card>
  );
}

/** The number of studies that fit beside each other. */
const most = 4;

/**
 * Lists the studies that recruit now, and reserves their space while they load. It renders nothing
 * if no study recruits, or if the request fails.
 */
export function OpenStudies() {
  const { t } = useTranslation('landing');
  const { data, isPending } = useQuery(query(listStudies, { query: { limit: most } }));
  const studies = (data?.items ?? []).filter((s): s is StudyCard => 'spots_available' in s);
  if (studies.length === 0 && !isPending) return null;
  return (
    <section className={classes.section} aria-labelledby="open-title">
      <Group justify="space-between" align="baseline" mb="lg">
        <Title order={2} id="open-title">
          {t('open.title')}
        </Title>
        <AppLink to="/signup">{t('open.all')}</AppLink>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: isPending ? most : Math.max(2, studies.length) }}>
        {isPending && Array.from({ length: most }, (_, i) => <CardShape key={i} height={216} />)}
        {studies.map((study) => (
          <OpenStudy key={study._id} study={study} />
        ))}
      </SimpleGrid>
    </section>
  );
}
