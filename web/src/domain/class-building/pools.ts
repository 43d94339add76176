import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listPools,
  type DataPool,
  requestPooledExport,
} from '../../../../contracts/teaching/templates';
import { call, mutation, query } from '../../lib/http/api';
import { saveFileFromAddress } from '../../lib/http/save-address';
import { useMutation } from '../../lib/http/use-mutation';

/**
 * The time between two requests for the list of pools while a worker makes an export, in
 * milliseconds.
 */
const againMs = 2_000;

/** Whether a worker is making the dataset of a pool at the moment. */
export const isPoolExportRunning = ({ export: made }: DataPool): boolean =>
  made?.state === 'waiting' || made?.state === 'running';

/**
 * Fetches the pools of a classroom (studies whose answers are exported together) that the signed-in
 * person may read.
 * @param enabled false if the page does not need the pools: then nothing is fetched
 */
export const useStudyPools = (classroomId: string, enabled = true) =>
  useQuery({
    ...query(listPools, { params: { id: classroomId } }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.items.some(isPoolExportRunning) ? againMs : false),
  });

/**
 * Returns two requests: `ask` requests an export of the pool's answers, and `download` downloads
 * the export that the page shows.
 */
export function useStudyPoolExport(classroomId: string, { template_id, export: made }: DataPool) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: [listPools.path] });
  const ask = useMutation({ ...mutation(requestPooledExport), onSettled: again });
  const download = useMutation({
    // The download address expires after some minutes, so the list of pools is fetched again to get
    // a valid address.
    mutationFn: async () => {
      const { items } = await call(listPools, { params: { id: classroomId } });
      const now = items.find((one) => one.template_id === template_id)?.export;
      if (now?._id === made?._id && now?.download_url) saveFileFromAddress(now.download_url);
      else await again();
    },
  });
  return { ask, download };
}
