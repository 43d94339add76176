import { Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteVersion,
  listVersions,
  readVersionReport,
  type StudyVersion,
} from '../../../../../contracts/study-files/study-files';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { RuntimeRehearsals } from '../rehearsal/runtime-rehearsals';
import { isPreloadFileError } from './beforehand-field';
import classes from './hosted.module.css';
import {
  type HostedRuntimeInput,
  runtimeWithVersion,
} from '../../../domain/study-files/hosted.rule';
import { HostedSettings } from './hosted-settings';
import { AddResourceFiles } from './taken-files';
import { UploadArea } from './upload-area';
import { VersionRow } from './version-row';

interface Props {
  studyId: string;
  value: HostedRuntimeInput | null;
  onChange: (value: HostedRuntimeInput) => void;
  error?: string | undefined;
  /** The paths of the field's errors (useDraftField). */
  wrong: readonly string[];
  maximumMinutes: number | null | undefined;
  /**
   * Saves the study.
   * @returns whether all of its changes are saved
   */
  save: () => Promise<boolean>;
  /** Whether this part of the editor shows the rehearsals (runs with simulated participants). */
  rehearses: boolean;
}
/** The time between two requests for a report while a worker makes it, in milliseconds. */
const againMs = 2_000;

/**
 * The part of the editor for a study made of the researcher's own files: they upload files, read
 * the report, and choose a version.
 */
export function HostedStudy({
  studyId,
  value,
  onChange,
  error,
  wrong,
  maximumMinutes,
  save,
  rehearses,
}: Props) {
  const { t } = useTranslation('hosted-study');
  const client = useQueryClient();
  const [fresh, setFresh] = useState<string | null>(null);
  const [ending, setEnding] = useState<StudyVersion | null>(null);
  const params = { id: studyId };
  const versions = useQuery({
    ...query(listVersions, { params }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ check }) => check === 'under_way') ? againMs : false,
  });
  const use = useMutation({
    mutationFn: async (version: StudyVersion) => {
      const { report } = await client.fetchQuery({
        ...query(readVersionReport, { params: { ...params, version: version._id } }),
        staleTime: 0,
      });
      const next =
        report && runtimeWithVersion(value, version, report, { kind: 'hosted', maximumMinutes });
      if (next) onChange(next);
      else showMessage(t('no_page'), { type: 'error' });
    },
  });
  const remove = useMutation({
    ...mutation(deleteVersion),
    onSuccess: () => setEnding(null),
    onSettled: () =>
      Promise.all(
        [listVersions.path, readStudyStorage.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
  const uploaded = (version: StudyVersion, made: boolean) => {
    setFresh(version._id);
    showMessage(t(made ? 'uploaded' : 'uploaded_before', { number: version.number }), {
      type: 'success',
    });
    // The study uses its first version automatically. Every launch runs the version that is in use,
    // so the study uses a later version only if the researcher chooses it.
    if (!value && version.kind !== null) use.mutate(version);
  };
  const items = versions.data?.items ?? [];
  return (
    <Stack gap="lg">
      <UploadArea studyId={studyId} onUploaded={uploaded} />
      <AddResourceFiles
        studyId={studyId}
        base={value?.version_id ?? items[0]?._id ?? null}
        onMade={uploaded}
      />
      {!value && <Text size="sm">{t('not_yet')}</Text>}
      {error && !wrong.every(isPreloadFileError) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <ErrorNotice error={use.error} />
      {versions.isPending && <LoadingRows count={2} height={64} />}
      <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />
      {items.length > 0 && (
        <ul className={classes.versions} aria-label={t('versions')}>
          {items.map((version, i) => (
            <VersionRow
              key={`${version._id} ${fresh === version._id}`}
              studyId={studyId}
              version={version}
              before={items[i + 1]}
              chosen={value?.version_id === version._id}
              cells={value?.conditions?.cells ?? []}
              open={fresh === version._id}
              busy={use.isPending && use.variables._id === version._id}
              onUse={() => use.mutate(version)}
              onDelete={() => setEnding(version)}
            />
          ))}
        </ul>
      )}
      {value && (
        <HostedSettings
          studyId={studyId}
          value={value}
          onChange={onChange}
          wrong={wrong}
          maximumMinutes={maximumMinutes}
        />
      )}
      {value && rehearses && (
        <RuntimeRehearsals studyId={studyId} value={value} onChange={onChange} save={save} />
      )}
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={() => ending && remove.mutate({ params: { ...params, version: ending._id } })}
        title={t('delete.title', { number: ending?.number ?? '' })}
        confirm={t('delete.button')}
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
        danger
      >
        {t('delete.text')}
      </ConfirmDialog>
    </Stack>
  );
}
