import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readOwnCredits } from '../../../../../contracts/teaching/credits';
import { ParticipantHistoryTabs } from '../../../domain/credits/history-tabs';
import lines from '../../../domain/credits/credits.module.css';
import { useStudentAssignments } from '../../../domain/credits/own-assignments';
import { useStudentClasses } from '../../../domain/credits/student-classes';
import { query } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCertificate } from '../../../ui/icons/certificate';
import { LoadingCards } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { CreditList } from './credit-list';
import { OwnAlternatives } from './own-alternatives';
import { OwnClasses } from './own-classes';

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed" className="measure">
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}

/**
 * /history/credits: what a student has earned in each course and for what, and how much is missing.
 */
export function CreditsPage() {
  const { t } = useTranslation(['credits', 'studies', 'common']);
  const own = useQuery(query(readOwnCredits));
  const mine = useStudentClasses();
  const { data } = own;
  const classes = mine.classes.filter(({ state }) => state !== 'draft');
  const assignments = useStudentAssignments(classes);
  const alternatives = assignments.assignments.filter(
    ({ assignment }) => assignment.kind === 'alternative',
  );
  const isHere = data !== undefined && mine.isSettled && assignments.isSettled;
  const error = (data ? null : own.error) ?? mine.error ?? assignments.error;
  const unplaced = data?.credits.filter(({ course_id }) => course_id === null) ?? [];
  const placed = data?.credits.filter(({ course_id }) => course_id !== null) ?? [];
  const isEmpty =
    isHere &&
    !mine.error &&
    classes.length === 0 &&
    [data.courses, data.credits, data.pending].every((list) => list.length === 0);
  return (
    <Page
      title={t('credits:page.title')}
      lead={t('credits:page.lead')}
      size="md"
      actions={
        <LinkButton to="/join" variant="default">
          {t('credits:page.join')}
        </LinkButton>
      }
    >
      <ParticipantHistoryTabs />
      {error && (
        <ErrorNotice
          error={error}
          title={t('credits:page.failed')}
          onRetry={() => {
            void own.refetch();
            void mine.refetch();
            assignments.refetch();
          }}
        />
      )}
      {!isHere && !error && <LoadingCards count={3} height={148} />}
      {isEmpty && (
        <EmptyState
          icon={IconCertificate}
          title={t('credits:page.empty')}
          text={t('credits:page.empty_text')}
        />
      )}
      {isHere && (
        <Stack gap="xl">
          {(classes.length > 0 || data.courses.length > 0) && (
            <Part title={t('credits:classes.title')}>
              <OwnClasses courses={data.courses} classes={classes} />
            </Part>
          )}
          {alternatives.length > 0 && (
            <Part title={t('credits:alternatives.title')} text={t('credits:alternatives.text')}>
              <OwnAlternatives alternatives={alternatives} />
            </Part>
          )}
          {unplaced.length > 0 && (
            <Part
              title={t('credits:unplaced.title')}
              text={t(
                data.courses.length > 0 ? 'credits:unplaced.text' : 'credits:unplaced.no_course',
              )}
            >
              <CreditList credits={unplaced} courses={data.courses} />
            </Part>
          )}
          {data.pending.length > 0 && (
            <Part title={t('credits:pending.title')} text={t('credits:pending.text')}>
              <ul className={lines.lines}>
                {data.pending.map(({ title, minutes }, i) => (
                  <li key={`${title} ${i}`}>
                    <Text fw={600}>{title || t('credits:list.gone.study')}</Text>
                    <Text size="sm" c="dimmed" className="numbers">
                      {t('common:duration.minutes', { count: minutes })} ·{' '}
                      {t('credits:pending.when')}
                    </Text>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {placed.length > 0 && (
            <Part title={t('credits:list.title')} text={t('credits:list.text')}>
              <CreditList credits={placed} courses={data.courses} />
            </Part>
          )}
        </Stack>
      )}
    </Page>
  );
}
