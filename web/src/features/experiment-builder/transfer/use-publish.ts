import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeStudy, readStudy } from '../../../../../contracts/studies/studies';
import {
  listVersions,
  readVersionReport,
  uploadVersion,
} from '../../../../../contracts/study-files/study-files';
import { createVersionArchiveLink } from '../../../../../contracts/study-files/study-timelines';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import { call, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { useBuilder } from '../draft/use-builder';
import { runtimeWithVersion } from '../../../domain/study-files/hosted.rule';

/**
 * Publishes the experiment as a version: the study uses it, or the researcher downloads it as a
 * folder or for JATOS.
 */
export function usePublish() {
  const { t } = useTranslation('builder');
  const { studyId, draft } = useBuilder();
  const client = useQueryClient();
  const params = { id: studyId };
  const make = async () => {
    await draft.flush();
    const { history } = draft.store.getState();
    const version = await call(uploadVersion, { params, body: { timeline: history.now } });
    await client.invalidateQueries({ queryKey: [listVersions.path] });
    draft.setPublished(version._id);
    return version;
  };
  const use = useMutation({
    mutationFn: async () => {
      const version = await make();
      const study = await client.fetchQuery({ ...query(readStudy, { params }), staleTime: 0 });
      const { report } = await client.fetchQuery({
        ...query(readVersionReport, { params: { ...params, version: version._id } }),
        staleTime: 0,
      });
      const before = isHostedRuntime(study.runtime) ? study.runtime : null;
      const runtime =
        report &&
        runtimeWithVersion(before, version, report, {
          kind: 'builder',
          maximumMinutes: study.maximum_minutes,
        });
      if (!runtime) throw new Error('a version without a page');
      const changed = await call(changeStudy, {
        params,
        body: { runtime, version: study.version ?? undefined },
      });
      client.setQueryData(query(readStudy, { params }).queryKey, changed);
      return version.number;
    },
    onSuccess: (number) =>
      showMessage(t('publish.used', { number }), { type: 'success', autoHideMs: 6000 }),
  });
  const download = useMutation({
    mutationFn: async (format: 'zip' | 'jzip') => {
      const version = await make();
      const { url } = await call(createVersionArchiveLink, {
        params: { ...params, version: version._id },
        query: { format },
      });
      location.assign(url);
    },
  });
  return { use, download };
}
