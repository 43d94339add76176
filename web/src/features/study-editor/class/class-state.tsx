import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useClassroom } from '../../../domain/class-building/use-classroom';
import { AppLink } from '../../../ui/app-link';
import { IconArchive } from '../../../ui/icons/archive';
import { IconSchool } from '../../../ui/icons/school';

/**
 * The studies of an archived class are erased after this many days, unless the operator has set a
 * different number.
 */
const usualDays = 180;

/**
 * Says what follows for a class's studies when the class is closed or archived: until when students
 * can export them, and how.
 */
export function ClosedClassNotice({ classroomId }: { classroomId: string }) {
  const { t } = useTranslation('class-building');
  const { id = '' } = useParams();
  const { data } = useClassroom(classroomId);
  if (data?.state !== 'closed' && data?.state !== 'archived') return null;
  const isArchived = data.state === 'archived';
  return (
    <Alert
      role="note"
      color={isArchived ? 'orange' : 'blue'}
      icon={isArchived ? <IconArchive aria-hidden /> : <IconSchool aria-hidden />}
      title={t(`class.${data.state}`, { classroom: data.title })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(`class.${data.state}_text`, { days: usualDays })}</Text>
        {isArchived && (
          <AppLink to={`/experiments/details/${id}?tab=data`} size="sm">
            {t('class.take_home')}
          </AppLink>
        )}
      </Stack>
    </Alert>
  );
}
