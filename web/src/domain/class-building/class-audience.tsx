import { useTranslation } from 'react-i18next';
import { useClassroom } from './use-classroom';

/** Says who takes part in a study of a class, with the name of the class once it is loaded. */
export function ClassStudyAudience({ classroomId }: { classroomId: string }) {
  const { t } = useTranslation('sessions');
  const { data } = useClassroom(classroomId);
  return data ? t('class.who', { classroom: data.title }) : t('class.who_unnamed');
}
