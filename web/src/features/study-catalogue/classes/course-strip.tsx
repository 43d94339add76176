import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import { dueDateOf } from '../../../domain/credits/assignment.rule';
import { CourseCreditSums } from '../../../domain/credits/course-sums';
import lines from '../../../domain/credits/credits.module.css';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import { formatList } from '../../../lib/intl/format';
import { AppLink } from '../../../ui/app-link';
import { TimeWithZone } from '../../../ui/dates/agreed';
import classes from './course-strip.module.css';
import type { HomeClasses } from './use-home-classes';

/** An assignment to take part in a study or to build one, with a link to where it is done. */
function Asked({ own }: { own: StudentAssignment }) {
  const { t } = useTranslation('credits');
  const { _id, kind, title, study } = own.assignment;
  const takes = study ? `/study/details/${study._id}` : '/home?credit=1';
  const due = dueDateOf(own);
  return (
    <Text size="sm">
      <AppLink
        to={kind === 'build_study' ? `/assignments/${_id}` : takes}
        inherit
        className={classes.way}
      >
        {title}
      </AppLink>
      {due && (
        <Text span inherit c="dimmed">
          {' · '}
          {t('due')} <TimeWithZone at={due} />
        </Text>
      )}
    </Text>
  );
}

/**
 * A class: its course, with the credits that are earned and missing, and the studies to take part
 * in.
 */
function ClassLine({ classroom, home }: { classroom: Classroom; home: HomeClasses }) {
  const { t } = useTranslation('credits');
  const { course } = classroom;
  const sums = course && home.credits?.courses.find((one) => one.course._id === course._id);
  const asked = home.assignments.filter(
    (one) => one.classroom._id === classroom._id && one.assignment.kind !== 'alternative',
  );
  return (
    <li className={classes.line}>
      <div>
        <Title order={2} size="h4">
          {course?.title ?? classroom.title}
        </Title>
        <Text size="sm" c="dimmed">
          {course ? [classroom.title, course.term].join(' · ') : formatList(classroom.instructors)}
        </Text>
      </div>
      <Stack gap="xs">
        {sums && <CourseCreditSums of={sums} />}
        {asked.map((one) => (
          <Asked key={one.assignment._id} own={one} />
        ))}
        {classroom.students_build && (
          <AppLink
            to={`/experiments/new?classroom=${classroom._id}`}
            size="sm"
            className={classes.way}
            aria-label={t('build.new_in', { classroom: classroom.title })}
          >
            {t('build.new')}
          </AppLink>
        )}
      </Stack>
    </li>
  );
}

/** The part above the catalogue for students: their classes, and the credits of their courses. */
export function StudentCourses({ home }: { home: HomeClasses }) {
  const { t } = useTranslation('credits');
  return (
    <Card component="section" aria-label={t('strip.label')}>
      <ul className={lines.lines}>
        {home.classes.map((classroom) => (
          <ClassLine key={classroom._id} classroom={classroom} home={home} />
        ))}
      </ul>
      <Group justify="space-between" mt="sm" gap="xs">
        <Text size="sm" c="dimmed">
          {t('strip.private')}
        </Text>
        <AppLink to="/history/credits" size="sm" className={classes.way}>
          {t('strip.all')}
        </AppLink>
      </Group>
    </Card>
  );
}
