import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClassStudies } from '../../../domain/class-building/class-studies';
import { ReviewStateBadge } from '../../../domain/class-building/review-state';
import lines from '../../../domain/credits/credits.module.css';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import { AppLink, LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import styles from '../students/students.module.css';

/**
 * Shows an assignment to build a study: how to begin, and the student's own studies for the class
 * with the state of each review.
 */
export function BuildStudyAssignment({ own }: { own: StudentAssignment }) {
  const { t } = useTranslation('credits');
  const { assignment, classroom } = own;
  const { study: template } = assignment;
  const { studies, error, refetch, isSettled } = useClassStudies([classroom]);
  const mine = studies.filter(({ study }) => study.own);
  const begin = `/experiments/new?classroom=${classroom._id}`;
  const isOpen = classroom.state === 'open' && classroom.students_build;
  const title = t('build.own');
  return (
    <>
      {isOpen ? (
        <Stack gap="xs">
          {template && <Text>{t('build.template', { title: template.title })}</Text>}
          <Group gap="sm">
            {template && (
              <LinkButton to={`${begin}&template=${template._id}`}>
                {t('build.from_template')}
              </LinkButton>
            )}
            <LinkButton to={begin} variant={template ? 'default' : 'filled'}>
              {t('build.empty')}
            </LinkButton>
          </Group>
        </Stack>
      ) : (
        <Text>{t('build.closed')}</Text>
      )}
      <Stack gap="sm" component="section" aria-label={title}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <ErrorNotice error={error} title={t('build.failed')} onRetry={refetch} />
        {!isSettled && <LoadingRows count={1} height={64} />}
        {isSettled && !error && mine.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('build.none')}
          </Text>
        )}
        {mine.length > 0 && (
          <ul className={lines.lines}>
            {mine.map(({ study }) => (
              <li key={study._id}>
                <div className={styles.about}>
                  <AppLink
                    to={`/experiments/details/${study._id}?tab=review`}
                    fw={600}
                    className={styles.way}
                  >
                    {study.title}
                  </AppLink>
                  {study.review && (
                    <ReviewStateBadge
                      state={study.review}
                      label={t(`review_state.${study.review}`)}
                    />
                  )}
                </div>
                {study.template && (
                  <Text size="sm" c="dimmed">
                    {t('build.template', { title: study.template.title })}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </>
  );
}
