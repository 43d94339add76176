import { useQueryClient } from '@tanstack/react-query';
import {
  addTimelineFile,
  readTimeline,
} from '../../../../../contracts/study-files/study-timelines';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { call } from '../../../lib/http/api';
import { uploadFile } from '../../../lib/http/upload';
import { useMutation } from '../../../lib/http/use-mutation';
import { useBuilder } from '../draft/use-builder';
import { portableFilePath } from './file-path.rule';

/**
 * Uploads files for the draft, one after the other.
 * @returns their paths
 */
export function useAddFiles() {
  const { studyId, draft } = useBuilder();
  const client = useQueryClient();
  const params = { id: studyId };
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const paths: string[] = [];
      for (const file of files) {
        const path = portableFilePath(file.name);
        const bytes = new File([file], file.name, { type: 'application/octet-stream' });
        await uploadFile(
          addTimelineFile,
          { params, query: { path }, file: bytes },
          () => undefined,
        );
        paths.push(path);
      }
      return paths;
    },
    // The list of files is fetched even after a refusal, since the files before the refused one
    // were uploaded.
    onSettled: async () => {
      const now = await call(readTimeline, { params });
      draft.setFiles(now.files);
      await client.invalidateQueries({ queryKey: [readStudyStorage.path] });
    },
  });
}
