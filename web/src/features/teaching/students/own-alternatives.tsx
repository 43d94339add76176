import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AlternativeAssignmentBadge } from '../../../domain/credits/alternative-state';
import { dueDateOf } from '../../../domain/credits/assignment.rule';
import lines from '../../../domain/credits/credits.module.css';
import { formatCredits } from '../../../domain/credits/format-credits';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import { AppLink } from '../../../ui/app-link';
import { TimeWithZone } from '../../../ui/dates/agreed';
import classes from './students.module.css';

/**
 * The alternatives (assignments instead of studies) in a student's classrooms, each with its state.
 */
export function OwnAlternatives({ alternatives }: { alternatives: readonly StudentAssignment[] }) {
  return (
    <ul className={lines.lines}>
      {alternatives.map((own) => (
        <li key={own.assignment._id}>
          <Alternative own={own} />
        </li>
      ))}
    </ul>
  );
}

function Alternative({ own }: { own: StudentAssignment }) {
  const { t } = useTranslation(['credits', 'common']);
  const { assignment, classroom } = own;
  const { credits, minutes } = assignment;
  const due = dueDateOf(own);
  const facts = [
    credits !== null && t('credits:credits', { credits: formatCredits(credits) }),
    minutes !== null && t('common:duration.minutes', { count: minutes }),
    classroom.course?.title ?? classroom.title,
  ];
  return (
    <>
      <div className={classes.about}>
        <AppLink to={`/assignments/${assignment._id}`} fw={600} className={classes.way}>
          {assignment.title}
        </AppLink>
        <AlternativeAssignmentBadge own={own} />
      </div>
      <Text size="sm" c="dimmed" className="numbers">
        {facts.filter(Boolean).join(' · ')}
        {due && (
          <>
            {' · '}
            {t('credits:due')} <TimeWithZone at={due} />
          </>
        )}
      </Text>
    </>
  );
}
