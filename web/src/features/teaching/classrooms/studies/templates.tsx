import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import {
  listTemplates,
  readTemplateSharing,
  shareTemplate,
  type Template,
} from '../../../../../../contracts/teaching/templates';
import { ApiError, call, query } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../../ui/loading/loading';
import classes from '../../teaching.module.css';
import { useRefreshClassroom } from '../refresh-classroom';

/**
 * Ends the sharing of a template with one classroom. The template's script and its sharing with
 * other classrooms do not change.
 * @throws ApiError
 */
async function endSharing(studyId: string, classroomId: string): Promise<void> {
  const params = { id: studyId };
  const { script, shares } = await call(readTemplateSharing, { params });
  const others = shares.filter(({ classroom_id }) => classroom_id !== classroomId);
  await call(shareTemplate, {
    params,
    body: { script, shares: others.map(({ classroom_id, pooled }) => ({ classroom_id, pooled })) },
  });
}
/** Whether the server refused to end the sharing because the caller may not edit the study. */
const isNotOwn = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/** The studies that are shared with the classroom as templates. */
export function ClassroomTemplates({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classroom-studies');
  const refresh = useRefreshClassroom();
  const [removing, setRemoving] = useState<Template | null>(null);
  const { data, error, isPending, refetch } = useQuery(
    query(listTemplates, { params: { id: classroom._id } }),
  );
  const remove = useMutation({
    mutationFn: (template: Template) => endSharing(template.study_id, classroom._id),
    onSuccess: async (_, { title }) => {
      setRemoving(null);
      await refresh();
      showMessage(t('template.removed', { title }), { type: 'success', autoHideMs: 5000 });
    },
  });
  const items = data?.items ?? [];
  return (
    <Stack gap="sm" component="section" aria-labelledby="class-templates">
      <Title order={2} size="h3" id="class-templates">
        {t('template.title')}
      </Title>
      <Text className="measure">{t('template.lead')}</Text>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <LoadingRows count={2} height={56} />}
      {data && items.length === 0 && <Text c="dimmed">{t('template.none')}</Text>}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((one) => (
            <li key={one.study_id} className={classes.card}>
              <Group justify="space-between" gap="sm">
                <Stack gap={2}>
                  <Group gap="xs">
                    <Text fw={600}>{one.title}</Text>
                    {one.pooled && <Badge variant="light">{t('pooled')}</Badge>}
                  </Group>
                  {one.script && (
                    <Text size="sm" c="dimmed">
                      {t('template.script', { name: one.script.name })}
                    </Text>
                  )}
                </Stack>
                {classroom.role === 'instructor' && (
                  <Button
                    variant="default"
                    aria-label={t('template.remove_of', { title: one.title })}
                    onClick={() => {
                      remove.reset();
                      setRemoving(one);
                    }}
                  >
                    {t('template.remove')}
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing)}
        title={t('template.remove_title', { title: removing?.title ?? '' })}
        confirm={t('template.remove')}
        busy={remove.isPending}
        notice={
          <ErrorNotice
            error={remove.error}
            {...(isNotOwn(remove.error) && { title: t('template.not_own') })}
          />
        }
      >
        {t('template.remove_text')}
      </ConfirmDialog>
    </Stack>
  );
}
