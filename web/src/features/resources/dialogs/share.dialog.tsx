import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceFolder } from '../../../../../contracts/resources/files';
import { readSharing, shareFolder } from '../../../../../contracts/resources/folder-sharing';
import { listStudies } from '../../../../../contracts/studies/studies';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingForm } from '../../../ui/loading/loading';
import { refreshResources } from '../entries/refresh-resources';
import { type SharePermission, ShareLines } from './share-lines';
import { permissionsByShareTarget, shareLinesOf, folderSharesOf } from './share-places.rule';

const useClassrooms = (role: 'instructor' | 'assistant') =>
  useQuery(query(listClassrooms, { query: { role, limit: 100 } }));

/**
 * Shares a folder, and everything in it, with people of two kinds: those who work on the person's
 * own studies, and the members of classrooms that the person teaches.
 */
export function ShareDialog({ folder, onClose }: { folder: ResourceFolder; onClose: () => void }) {
  const { t } = useTranslation(['resources', 'common']);
  const params = { id: folder._id };
  const sharing = useQuery(query(readSharing, { params }));
  const studies = useQuery(query(listStudies, { query: { scope: 'mine', limit: 100 } }));
  const taught = [useClassrooms('instructor'), useClassrooms('assistant')];
  const lists = [sharing, studies, ...taught];
  const [changed, setChanged] = useState<ReadonlyMap<string, SharePermission>>();
  const items = sharing.data?.items ?? [];
  const chosen = changed ?? permissionsByShareTarget(items);
  const set = (key: string, may: SharePermission | undefined) => {
    const next = new Map(chosen);
    if (may) next.set(key, may);
    else next.delete(key);
    setChanged(next);
  };
  const save = useMutation({
    ...mutation(shareFolder),
    onSuccess: async ({ items: saved }) => {
      await refreshResources();
      showMessage(t('share.saved', { count: saved.length, name: folder.name }), {
        type: 'success',
      });
      onClose();
    },
  });
  const error = lists.find((list) => list.error)?.error;
  const classrooms = taught
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ state }) => state !== 'archived');
  const groups = [
    { kind: 'study', lines: shareLinesOf('study', items, studies.data?.items ?? []) },
    { kind: 'classroom', lines: shareLinesOf('classroom', items, classrooms) },
  ] as const;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('share.title', { name: folder.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text>{t('share.lead')}</Text>
        {error ? (
          <ErrorNotice
            error={error}
            onRetry={() => void Promise.all(lists.map((list) => list.refetch()))}
          />
        ) : lists.some((list) => list.isPending) ? (
          <LoadingForm />
        ) : groups.every(({ lines }) => lines.length === 0) ? (
          <Text c="dimmed">{t('share.nobody')}</Text>
        ) : (
          groups
            .filter(({ lines }) => lines.length > 0)
            .map(({ kind, lines }) => (
              <Stack key={kind} gap={4}>
                <Title order={3} size="h5">
                  {t(`share.own.${kind}`)}
                </Title>
                <ShareLines
                  label={t(`share.own.${kind}`)}
                  lines={lines}
                  chosen={chosen}
                  onChange={set}
                />
              </Stack>
            ))
        )}
        <ErrorNotice error={save.error} kept={t('common:error.kept')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            disabled={changed === undefined}
            loading={save.isPending}
            onClick={() => save.mutate({ params, body: { items: folderSharesOf(chosen) } })}
          >
            {t('share.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
