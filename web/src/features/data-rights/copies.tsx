import { Button, Stack, Text, Title } from '@mantine/core';
import { IconFileZip } from '../../ui/icons/file-zip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type DataExport,
  listExports,
  requestExport,
} from '../../../../contracts/data-rights/data-rights';
import { dataRightsLimits } from '../../../../contracts/data-rights/limits';
import { isApiErrorOf, mutation, query } from '../../lib/http/api';
import { useLiveConnectionState } from '../../lib/live/live-context';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { DataCopyCard } from './copy-card';
import { serverNow } from '../../lib/http/server-clock';

const underWay = ({ state }: DataExport) => state === 'waiting' || state === 'running';
/**
 * Returns the milliseconds after which the page fetches the list again:
 * - until the next copy expires, but at most an hour;
 * - 5 s if a copy has expired by this page's clock, but the server still lists it;
 * - false if no copy can expire.
 */
function untilOneExpires(copies: readonly DataExport[]): number | false {
  const ends = copies
    .filter(({ state }) => state === 'ready')
    .map(({ expires_at }) => Date.parse(expires_at) - serverNow() + 500)
    .map((ms) => (ms > 0 ? ms : 5000));
  return ends.length > 0 && Math.max(1000, Math.min(3_600_000, ...ends));
}
/**
 * Whether the page lists a copy. An expired copy is listed only if it is the newest of all copies.
 */
const worthShowing = ({ state }: DataExport, place: number) => state !== 'expired' || place === 0;

/**
 * Lists the copies of all data about the signed-in person. The server makes a copy even if the
 * person closes the page meanwhile.
 */
export function DataCopies() {
  const { t } = useTranslation('data-rights');
  const client = useQueryClient();
  const live = useLiveConnectionState() === 'live';
  const { data, error, isPending, refetch } = useQuery({
    ...query(listExports),
    // Live messages update the list of copies. Polling finds a change whose message was lost.
    refetchInterval: ({ state: { data: known } }) =>
      known?.items.some(underWay) ? (live ? 15_000 : 3000) : untilOneExpires(known?.items ?? []),
  });
  const refresh = () => client.invalidateQueries({ queryKey: [listExports.path] });
  const ask = useMutation({ ...mutation(requestExport), onSettled: refresh });
  const copies = (data?.items ?? []).filter(worthShowing);
  const busy = copies.some(underWay);
  return (
    <Stack component="section" gap="md" aria-labelledby="copies-title">
      <div>
        <Title order={2} size="h3" id="copies-title">
          {t('copies.title')}
        </Title>
        <Text className="measure" mt={4}>
          {t('copies.text')}
        </Text>
        <Text className="measure" mt={4} size="sm" c="dimmed">
          {t('copies.keeps', { count: dataRightsLimits.exportDays })}
        </Text>
      </div>
      {error && !data && (
        <ErrorNotice error={error} title={t('copies.failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingCards count={1} height={92} />}
      {data && !busy && (
        <div>
          <Button
            leftSection={<IconFileZip size={18} aria-hidden />}
            variant={copies.some(({ state }) => state === 'ready') ? 'light' : 'filled'}
            onClick={() => ask.mutate({})}
            loading={ask.isPending}
          >
            {t('copies.ask')}
          </Button>
        </div>
      )}
      {/* If another window just requested a copy, the list shows it instead of an error. */}
      {!(isApiErrorOf(requestExport, ask.error) && ask.error.code === 'export_under_way') && (
        <ErrorNotice error={ask.error} />
      )}
      {copies.length > 0 && (
        <Stack
          component="ul"
          gap="sm"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t('copies.list')}
        >
          {copies.map((copy) => (
            <DataCopyCard key={copy._id} copy={copy} onGone={refresh} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
