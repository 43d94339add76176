import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeCourse, type Course } from '../../../../../contracts/teaching/courses';
import { nextCourseStates } from '../../../../../contracts/teaching/states.rule';
import { isApiErrorOf, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { useRefreshCourses } from './refresh-courses';

/** Explains the state of a course, and has the buttons that change the state. */
export function CourseSteps({
  course,
  onAddAlternative,
}: {
  course: Course;
  onAddAlternative: () => void;
}) {
  const { t } = useTranslation('courses');
  const refresh = useRefreshCourses();
  const [archiving, setArchiving] = useState(false);
  const change = useMutation({ ...mutation(changeCourse), onSettled: refresh });
  const go = (state: 'open' | 'closed' | 'archived') =>
    change.mutate(
      { params: { id: course._id }, body: { state } },
      {
        onSuccess: () => {
          setArchiving(false);
          showMessage(t(`done.${state}`, { title: course.title }), {
            type: 'success',
            autoHideMs: 6000,
            ...(state === 'closed' && { action: { label: t('undo'), run: () => go('open') } }),
          });
        },
      },
    );
  const steps = nextCourseStates(course.state);
  const isMissing =
    isApiErrorOf(changeCourse, change.error) && change.error.code === 'alternative_missing';
  return (
    <Stack gap="sm" component="section" aria-labelledby="course-state">
      <Title order={3} size="h4" id="course-state">
        {t(`state_title.${course.state}`)}
      </Title>
      <Text>{t(`state_text.${course.state}`)}</Text>
      {isMissing && course.alternatives === 0 ? (
        <Alert
          color="orange"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('missing.title')}
        >
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('missing.text')}</Text>
            <Button variant="default" onClick={onAddAlternative}>
              {t('alternative.add')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        !archiving && <ErrorNotice error={change.error} />
      )}
      {steps.length > 0 && (
        <Group gap="sm">
          {steps.map((state, i) => (
            <Button
              key={state}
              variant={i === 0 && state === 'open' ? 'filled' : 'default'}
              loading={change.isPending && !archiving && change.variables.body?.state === state}
              onClick={() => (state === 'archived' ? setArchiving(true) : go(state))}
            >
              {t(state === 'open' && course.state === 'closed' ? 'do.reopen' : `do.${state}`)}
            </Button>
          ))}
        </Group>
      )}
      <ConfirmDialog
        opened={archiving}
        onClose={() => setArchiving(false)}
        onConfirm={() => go('archived')}
        title={t('archive.title', { title: course.title })}
        confirm={t('do.archived')}
        danger
        busy={change.isPending}
        notice={archiving && <ErrorNotice error={change.error} />}
      >
        {t('archive.text')}
      </ConfirmDialog>
    </Stack>
  );
}
