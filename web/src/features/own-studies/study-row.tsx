import { Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OwnStudy } from '../../../../contracts/studies/studies';
import { formatNumber } from '../../lib/intl/format';
import { formatAboutMinutes } from '../../ui/duration';
import { PayLine } from '../../ui/money';
import { TimeText } from '../../ui/when';
import { StudyState } from '../../domain/studies/study-state';
import classes from './experiments.page.module.css';
import { StudyActions } from './study-actions';
import { StudySeatsBar } from './study-fill';

/** One of the person's own studies. The whole row is its link, except the menu. */
export function StudyRow({ study, onGone }: { study: OwnStudy; onGone: () => void }) {
  const { t } = useTranslation(['studies', 'collaborators', 'own-studies', 'common']);
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <Group gap="xs" mb={2}>
          <Link to={`/experiments/details/${study._id}`} className={classes.link}>
            {study.title}
          </Link>
          <StudyState study={study} />
          {study.role !== 'owner' && (
            <Badge variant="light">{t(`collaborators:role.${study.role}`)}</Badge>
          )}
        </Group>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {study.classroom_id === null ? (
              <PayLine reward={study.reward} minutes={study.duration_minutes} />
            ) : (
              `${t('own-studies:for_class')} · ${formatAboutMinutes(t, study.duration_minutes)}`
            )}
          </Text>
          {!study.has_consent && study.classroom_id === null && study.state !== 'archived' && (
            <Group gap={4}>
              <IconAlertTriangle size={14} aria-hidden color="var(--mantine-color-orange-6)" />
              <Text size="sm">{t('own.no_consent')}</Text>
            </Group>
          )}
        </Group>
      </div>
      <StudySeatsBar running={study.running} />
      <div className={classes.facts}>
        <span className={classes.number}>
          <b>{formatNumber(study.sessions)}</b> {t('own.sessions', { count: study.sessions })}
        </span>
        <span className={classes.number}>
          <b>{formatNumber(study.participants)}</b>{' '}
          {t('own.participants', { count: study.participants })}
        </span>
        <Text size="sm" c="dimmed" className={classes.number}>
          {t('own.changed')} <TimeText at={study.updated_at} relative />
        </Text>
      </div>
      <StudyActions study={study} onGone={onGone} />
    </li>
  );
}
