import type { QueryClient } from '@tanstack/react-query';
import { type DataExport, listExports } from '../../../../../contracts/data-rights/data-rights';
import type { LiveMessages } from '../../../../../contracts/live/live';

/** Updates the person's list of data exports in the query cache. */
export function createLiveExports(client: QueryClient) {
  const refresh = () => void client.invalidateQueries({ queryKey: [listExports.path] });
  return {
    changed: refresh,
    /** Updates the progress of an export. It never decreases, in whichever order the messages arrive. */
    progress: ({ _id, progress }: LiveMessages['export.progress']) => {
      let known = false;
      client.setQueriesData<{ items: DataExport[] }>(
        { queryKey: [listExports.path] },
        (list) =>
          list && {
            ...list,
            items: list.items.map((one) => {
              if (one._id !== _id) return one;
              known = true;
              return one.state === 'waiting' || one.state === 'running'
                ? { ...one, state: 'running', progress: Math.max(one.progress, progress) }
                : one;
            }),
          },
      );
      // The export was requested in another window, so the list is fetched again.
      if (!known) refresh();
    },
  };
}
