import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Classroom,
  listClassrooms,
  removeMember,
} from '../../../../../contracts/teaching/classrooms';
import { type CourseCredits, readOwnCredits } from '../../../../../contracts/teaching/credits';
import { CourseCreditSums } from '../../../domain/credits/course-sums';
import lines from '../../../domain/credits/credits.module.css';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { formatList } from '../../../lib/intl/format';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconDoorExit } from '../../../ui/icons/door-exit';
import classes from './own-classes.module.css';

interface Props {
  courses: readonly CourseCredits[];
  classes: readonly Classroom[];
}

/** A class with its course; or a course alone, if the student has left the class. */
interface Place {
  key: string;
  classroom: Classroom | null;
  sums: CourseCredits | null;
}

/** Lists each class with its course, followed by the courses whose class the student has left. */
function placesOf({ courses, classes: own }: Props): Place[] {
  const sumsOf = ({ course }: Classroom) =>
    courses.find((one) => one.course._id === course?._id) ?? null;
  const left = courses.filter(
    ({ course }) => !own.some((classroom) => classroom.course?._id === course._id),
  );
  return [
    ...own.map((classroom) => ({ key: classroom._id, classroom, sums: sumsOf(classroom) })),
    ...left.map((sums) => ({ key: sums.course._id, classroom: null, sums })),
  ];
}

/**
 * The classes of a student, with the credits that are earned and missing in their courses, and a
 * button to leave each class.
 */
export function OwnClasses(props: Props) {
  const { t } = useTranslation('credits');
  const client = useQueryClient();
  // The list renders the dialog. If the line of the class rendered it, the dialog would disappear
  // together with the line once the student has left.
  const [leaving, setLeaving] = useState<Classroom | null>(null);
  const leave = useMutation({
    ...mutation(removeMember),
    onSuccess: async () => {
      if (leaving) showMessage(t('leave.done', { title: leaving.title }), { type: 'success' });
      setLeaving(null);
      await Promise.all(
        [listClassrooms, readOwnCredits].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      );
    },
  });
  return (
    <>
      <ul className={lines.lines}>
        {placesOf(props).map(({ key, classroom, sums }) => (
          <li key={key} className={classes.line}>
            <Stack gap="xs" miw={0}>
              <div>
                <Title order={3} size="h4">
                  {sums?.course.title ?? classroom?.course?.title ?? classroom?.title}
                </Title>
                <Text size="sm" c="dimmed">
                  {classroom
                    ? [
                        classroom.course && classroom.title,
                        classroom.course?.term,
                        formatList(classroom.instructors),
                      ]
                        .filter(Boolean)
                        .join(' · ')
                    : t('classes.left')}
                </Text>
              </div>
              {sums && <CourseCreditSums of={sums} />}
            </Stack>
            {classroom && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconDoorExit size={16} aria-hidden />}
                aria-label={t('leave.label', { title: classroom.title })}
                onClick={() => {
                  leave.reset();
                  setLeaving(classroom);
                }}
              >
                {t('leave.leave')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('leave.title', { title: leaving?.title ?? '' })}
        confirm={t('leave.confirm')}
        danger
        busy={leave.isPending}
        notice={<ErrorNotice error={leave.error} />}
        onConfirm={() =>
          leaving && leave.mutate({ params: { id: leaving._id, member: leaving.member_id } })
        }
      >
        {t('leave.text')}
      </ConfirmDialog>
    </>
  );
}
