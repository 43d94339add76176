import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listVersions, type StudyVersion } from '../../../../../contracts/study-files/study-files';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import {
  listCopiedResources,
  copyResourcesToVersion,
} from '../../../../../contracts/study-files/copied-resources';
import { NewerFiles } from '../../../domain/resources/newer-files';
import { PickFilesDialog } from '../../../domain/resources/pick-files.dialog';
import type { PickedFile } from '../../../domain/resources/picked-files.rule';
import { call, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { IconFolder } from '../../../ui/icons/folder';

interface Props {
  studyId: string;
  /**
   * The id of the version whose files are copied into the new version. If it is null, the new
   * version contains only the added files.
   */
  base: string | null;
  onMade: (version: StudyVersion, made: boolean) => void;
}

/**
 * Creates a new version with files from the person's resources. Only their hashes are sent; no
 * bytes are uploaded.
 */
export function AddResourceFiles({ studyId, base, onMade }: Props) {
  const { t } = useTranslation('take-resources');
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const params = { id: studyId };
  const taken = useQuery(query(listCopiedResources, { params }));
  const take = useMutation({
    mutationFn: (resources: PickedFile[]) =>
      call.answer(copyResourcesToVersion, { params, body: { base, resources } }),
    onSuccess: ({ status, body }) => {
      setOpen(false);
      onMade(body, status === 201);
    },
    onSettled: () =>
      Promise.all(
        [listVersions.path, listCopiedResources.path, readStudyStorage.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
  const newer = (taken.data?.items ?? []).filter(
    ({ place, changed }) => place === 'version' && changed,
  );
  return (
    <Stack gap="sm" align="flex-start">
      <Button
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
        onPick={(files) => take.mutate(files)}
        title={t('title')}
        folders
        busy={take.isPending}
        error={take.error}
      />
    </Stack>
  );
}
