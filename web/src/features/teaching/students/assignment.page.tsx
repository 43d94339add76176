import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { dueDateOf } from '../../../domain/credits/assignment.rule';
import { formatCredits } from '../../../domain/credits/format-credits';
import {
  type StudentAssignment,
  useStudentAssignments,
} from '../../../domain/credits/own-assignments';
import { AlternativeAssignmentBadge } from '../../../domain/credits/alternative-state';
import { useStudentClasses } from '../../../domain/credits/student-classes';
import { AppLink, LinkButton } from '../../../ui/app-link';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { formatAboutMinutes } from '../../../ui/duration';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconFileOff } from '../../../ui/icons/file-off';
import { LoadingText } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { MarkdownText } from '../../../ui/reading/markdown';
import styles from './students.module.css';
import { BuildStudyAssignment } from '../building/build-study';
import { Submission } from './submission';
import { useUser } from '../../../lib/auth/user';

/**
 * /assignments/{id}: the instructions of an assignment, and the form with which it is handed in.
 */
export function AssignmentPage() {
  const { t } = useTranslation('credits');
  const { id } = useParams();
  const mine = useStudentClasses();
  const classes = mine.classes.filter(({ state }) => state !== 'draft');
  const list = useStudentAssignments(classes);
  const own = list.assignments.find(({ assignment }) => assignment._id === id);
  if (own) return <Found own={own} />;
  const error = mine.error ?? list.error;
  if (error)
    return (
      <Page title={t('assignment.page')} size="md">
        <ErrorNotice
          error={error}
          title={t('assignment.failed')}
          onRetry={() => {
            void mine.refetch();
            list.refetch();
          }}
        />
      </Page>
    );
  if (!mine.isSettled || list.isPending)
    return (
      <Page title={t('assignment.page')} size="md">
        <LoadingText widths={[90, 96, 84, 60]} />
      </Page>
    );
  return (
    <Page title={t('assignment.absent')} size="md">
      <EmptyState
        icon={IconFileOff}
        title={t('assignment.absent')}
        text={t('assignment.absent_text')}
        action={<LinkButton to="/home">{t('to_studies')}</LinkButton>}
      />
    </Page>
  );
}

function Found({ own }: { own: StudentAssignment }) {
  const { t } = useTranslation(['credits', 'studies', 'common']);
  const { user } = useUser();
  const { assignment, classroom } = own;
  const { credits, minutes, study } = assignment;
  const due = dueDateOf(own);
  const isAlternative = assignment.kind === 'alternative';
  return (
    <Page
      title={assignment.title}
      lead={[classroom.course?.title, classroom.title].filter(Boolean).join(' · ')}
      size="md"
    >
      <Stack gap="lg">
        <AppLink to="/home" size="sm">
          {t('credits:to_studies')}
        </AppLink>
        <div className={`numbers ${styles.about}`}>
          {credits !== null && (
            <Text size="lg" fw={650}>
              {t('credits:credits', { credits: formatCredits(credits) })}
            </Text>
          )}
          {minutes !== null && <Text>{formatAboutMinutes(t, minutes)}</Text>}
          {due && (
            <Text>
              {t('credits:due')} <TimeWithZone at={due} />
            </Text>
          )}
          {isAlternative && <AlternativeAssignmentBadge own={own} />}
        </div>
        <Stack gap="xs" component="section" aria-label={t('credits:assignment.instructions')}>
          <Title order={2} size="h3">
            {t('credits:assignment.instructions')}
          </Title>
          <MarkdownText>{assignment.instructions}</MarkdownText>
        </Stack>
        {isAlternative && user && <Submission key={user._id} own={own} accountId={user._id} />}
        {assignment.kind === 'build_study' && <BuildStudyAssignment own={own} />}
        {assignment.kind === 'take_study' && (
          <Group>
            <LinkButton to={study ? `/study/details/${study._id}` : '/home?credit=1'}>
              {t(study ? 'credits:assignment.to_study' : 'credits:assignment.to_credit')}
            </LinkButton>
          </Group>
        )}
      </Stack>
    </Page>
  );
}
