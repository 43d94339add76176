import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTimeline } from '../../../../../contracts/study-files/study-timelines';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import {
  listCopiedResources,
  copyResourcesToTimeline,
} from '../../../../../contracts/study-files/copied-resources';
import { NewerFiles } from '../../../domain/resources/newer-files';
import { PickFilesDialog } from '../../../domain/resources/pick-files.dialog';
import type { PickedFile } from '../../../domain/resources/picked-files.rule';
import { call, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { IconFolder } from '../../../ui/icons/folder';
import { useBuilder } from '../draft/use-builder';
import { portableFilePath } from './file-path.rule';

/**
 * Adds files from the person's resources to the draft. Only their hashes are sent; no bytes are
 * uploaded.
 */
export function AddResourceFiles() {
  const { t } = useTranslation('take-resources');
  const { studyId, draft, disabled } = useBuilder();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const params = { id: studyId };
  const taken = useQuery(query(listCopiedResources, { params }));
  const take = useMutation({
    mutationFn: (resources: PickedFile[]) =>
      call(copyResourcesToTimeline, { params, body: { resources } }),
    onSuccess: ({ items }) => {
      setOpen(false);
      showMessage(t('added', { count: items.length }), { type: 'success' });
    },
    onSettled: async () => {
      draft.setFiles((await call(readTimeline, { params })).files);
      await Promise.all(
        [listCopiedResources.path, readStudyStorage.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      );
    },
  });
  const newer = (taken.data?.items ?? []).filter(
    ({ place, changed }) => place === 'draft' && changed,
  );
  if (disabled) return null;
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFolder size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      <NewerFiles
        files={newer}
        busy={take.isPending && !isOpen}
        error={isOpen ? null : take.error}
        onTake={() => take.mutate(newer.map(({ path, file_id }) => ({ path, file_id })))}
      />
      <PickFilesDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        onPick={(files) =>
          take.mutate(files.map((file) => ({ ...file, path: builderPath(file.path) })))
        }
        title={t('title')}
        folders
        busy={take.isPending}
        error={take.error}
      />
    </Stack>
  );
}

/**
 * Returns the path that a file from the person's resources gets in the draft. Fields and templates
 * of the builder contain paths, so each part of the path gets the same portable form as the name of
 * an uploaded file.
 */
const builderPath = (path: string): string => path.split('/').map(portableFilePath).join('/');
