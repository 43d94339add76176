import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeClassroom, type Classroom } from '../../../../../../contracts/teaching/classrooms';
import { nextCourseStates } from '../../../../../../contracts/teaching/states.rule';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { useRefreshClassroom } from '../refresh-classroom';

/** Explains the state of a classroom, and has the buttons by which instructors change the state. */
export function ClassroomSteps({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const refresh = useRefreshClassroom();
  const [archiving, setArchiving] = useState(false);
  const change = useMutation({ ...mutation(changeClassroom), onSettled: refresh });
  const go = (state: 'open' | 'closed' | 'archived') =>
    change.mutate(
      { params: { id: classroom._id }, body: { state } },
      {
        onSuccess: () => {
          setArchiving(false);
          showMessage(t(`done.${state}`), {
            type: 'success',
            autoHideMs: 6000,
            ...(state === 'closed' && { action: { label: t('undo'), run: () => go('open') } }),
          });
        },
      },
    );
  const { state, role } = classroom;
  return (
    <Stack gap="sm" component="section" aria-labelledby="classroom-state">
      <Title order={2} size="h3" id="classroom-state">
        {t(`state_title.${state}`)}
      </Title>
      <Text className="measure">{t(`state_text.${state}`)}</Text>
      {!archiving && <ErrorNotice error={change.error} />}
      {role === 'instructor' ? (
        nextCourseStates(state).length > 0 && (
          <Group gap="sm">
            {nextCourseStates(state).map((next, i) => (
              <Button
                key={next}
                variant={i === 0 && next === 'open' ? 'filled' : 'default'}
                loading={change.isPending && !archiving && change.variables.body?.state === next}
                onClick={() => (next === 'archived' ? setArchiving(true) : go(next))}
              >
                {t(next === 'open' && state === 'closed' ? 'do.reopen' : `do.${next}`)}
              </Button>
            ))}
          </Group>
        )
      ) : (
        <Text size="sm" c="dimmed">
          {t('assistants')}
        </Text>
      )}
      <ConfirmDialog
        opened={archiving}
        onClose={() => setArchiving(false)}
        onConfirm={() => go('archived')}
        title={t('archive.title')}
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
