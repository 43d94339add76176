import { Button, Group, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import { formatCredits } from '../../../../domain/credits/format-credits';
import { formatList, formatNumber } from '../../../../lib/intl/format';
import { TimeWithZone } from '../../../../ui/dates/agreed';
import { FactList } from '../../facts';
import { BuildingSection } from '../building/building-section';
import { ClassroomDialog } from '../classroom.dialog';
import { ClassroomSteps } from './classroom-steps';
import { JoinCodeSection } from './join-code-section';

/** Shows a classroom: its course and its instructors, its state, and how students join. */
export function Overview({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const [editing, dialog] = useDisclosure();
  const { course, counts, instructors, role, state } = classroom;
  return (
    <Stack gap="xl">
      <ClassroomSteps classroom={classroom} />
      {state !== 'archived' && <JoinCodeSection classroom={classroom} />}
      <Stack gap="sm" component="section" aria-labelledby="classroom-facts">
        <Title order={2} size="h3" id="classroom-facts">
          {t('facts')}
        </Title>
        <FactList
          facts={[
            [t('column.instructors'), formatList(instructors)],
            [t('role.own'), t(`role.${role}`)],
            [t('column.students'), counts && formatNumber(counts.students)],
            [
              t('field.course'),
              course ? `${course.title} · ${course.code} · ${course.term}` : t('no_course'),
            ],
            [
              t('course.required'),
              course &&
                (course.required_credits === 0
                  ? t('course.none')
                  : formatCredits(course.required_credits)),
            ],
            [t('course.per_hour'), course && formatCredits(course.credits_per_hour)],
            [t('course.deadline'), course && <TimeWithZone key="deadline" at={course.deadline} />],
          ]}
        />
        {role === 'instructor' && state !== 'archived' && (
          <Group>
            <Button variant="default" onClick={dialog.open}>
              {t('edit.action')}
            </Button>
          </Group>
        )}
      </Stack>
      <BuildingSection classroom={classroom} />
      {editing && <ClassroomDialog classroom={classroom} onClose={dialog.close} />}
    </Stack>
  );
}
