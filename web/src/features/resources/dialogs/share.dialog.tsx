import { Button, Checkbox, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readSharing,
  type ResourceFolder,
  shareFolder,
} from '../../../../../contracts/resources/files';
import { listStudies } from '../../../../../contracts/studies/studies';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingForm } from '../../../ui/loading/loading';
import { refreshResources } from '../entries/refresh-resources';
import classes from './dialogs.module.css';

type May = 'copy' | 'read';
const rights = ['read', 'copy'] as const;

/** Shares a folder, and all below it, with the people of own studies. */
export function ShareDialog({ folder, onClose }: { folder: ResourceFolder; onClose: () => void }) {
  const { t } = useTranslation(['resources', 'common']);
  const params = { id: folder._id };
  const sharing = useQuery(query(readSharing, { params }));
  const studies = useQuery(query(listStudies, { query: { scope: 'mine', limit: 100 } }));
  const [changed, setChanged] = useState<ReadonlyMap<string, May>>();
  const now =
    changed ?? new Map(sharing.data?.items.map(({ study_id, may }) => [study_id, may] as const));
  const set = (id: string, may: May | undefined) => {
    const next = new Map(now);
    if (may) next.set(id, may);
    else next.delete(id);
    setChanged(next);
  };
  const save = useMutation({
    ...mutation(shareFolder),
    onSuccess: async ({ items }) => {
      await refreshResources();
      showMessage(t('share.saved', { count: items.length, name: folder.name }), {
        type: 'success',
      });
      onClose();
    },
  });
  const error = sharing.error ?? studies.error;
  const lines = [
    ...(sharing.data?.items ?? []).map(({ study_id, title }) => ({ _id: study_id, title })),
    ...(studies.data?.items ?? [])
      .filter(({ _id }) => !sharing.data?.items.some(({ study_id }) => study_id === _id))
      .map(({ _id, title }) => ({ _id, title })),
  ];
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
            onRetry={() => void Promise.all([sharing.refetch(), studies.refetch()])}
          />
        ) : sharing.isPending || studies.isPending ? (
          <LoadingForm />
        ) : lines.length === 0 ? (
          <Text c="dimmed">{t('share.no_study')}</Text>
        ) : (
          <div role="group" aria-label={t('share.studies')}>
            {lines.map(({ _id, title }) => (
              <Group key={_id} className={classes.share} justify="space-between" gap="sm">
                <Checkbox
                  label={title}
                  flex="1 1 12rem"
                  checked={now.has(_id)}
                  onChange={({ currentTarget }) =>
                    set(_id, currentTarget.checked ? 'read' : undefined)
                  }
                />
                {now.has(_id) && (
                  <Select
                    aria-label={t('share.may', { title })}
                    w="14rem"
                    value={now.get(_id) ?? 'read'}
                    data={rights.map((value) => ({ value, label: t(`share.${value}`) }))}
                    onChange={(may) => set(_id, may === 'copy' ? 'copy' : 'read')}
                  />
                )}
              </Group>
            ))}
          </div>
        )}
        <ErrorNotice error={save.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            disabled={changed === undefined}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                params,
                body: { items: [...now].map(([study_id, may]) => ({ study_id, may })) },
              })
            }
          >
            {t('share.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
