import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  returnByRedirect,
  returnOutcomes,
  type ReturnResponse,
} from '../../../../contracts/external-returns/external-returns';
import { ApiError, call } from '../../lib/http/api';
import { LinkButton } from '../../ui/app-link';
import type { SeatsScene } from '../../ui/drawings/seats.rule';
import { SeatsPlaceholder } from '../../ui/drawings/seats-placeholder';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { BusyPage } from '../../ui/loading/loading';
import { Page } from '../../ui/page';

const sentOutcome = (value: string | null) => returnOutcomes.find((one) => one === value);

/** What the page shows: the state of the participation, or why the return did not count. */
type Told = 'completed' | 'screened_out' | NonNullable<ReturnResponse['reason']> | 'incomplete';
const toldOf = ({ result, reason, outcome }: ReturnResponse): Told =>
  result === 'refused'
    ? (reason ?? 'over')
    : outcome === 'screened_out'
      ? 'screened_out'
      : 'completed';

/**
 * /external/return: the signed address to which an external study sends its participants back. The
 * signature is the permission, so no sign-in is needed. The address alone changes nothing, because
 * programs that preview links open it, too. Only the POST request of this page reports the return.
 */
export function ExternalReturnPage() {
  const { t } = useTranslation('external-returns');
  const [params] = useSearchParams();
  const outcome = sentOutcome(params.get('outcome'));
  const [session, participant, signature] = ['session', 'participant', 'signature'].map(
    (name) => params.get(name) ?? '',
  );
  const whole = !!(outcome && session && participant && signature);
  const { data, error, refetch } = useQuery({
    queryKey: [returnByRedirect.path, params.toString()],
    enabled: whole,
    staleTime: Infinity,
    retry: false,
    queryFn: () =>
      call(returnByRedirect, {
        body: {
          outcome: outcome ?? 'completed',
          session: session ?? '',
          participant: participant ?? '',
          signature: signature ?? '',
        },
      }),
  });
  const malformed = !whole || (error instanceof ApiError && error.status === 400);
  if (error && !malformed)
    return (
      <Page title={t('arrival.failed')} size="sm">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!malformed && !data) return <BusyPage />;
  const told: Told = data ? toldOf(data) : 'incomplete';
  const isDone = told === 'completed';
  const scene: SeatsScene = isDone ? 'full' : 'away';
  return (
    <Page title={t(`arrival.title.${told}`)} size="sm">
      <Stack gap="md" align="flex-start" role="status">
        <SeatsPlaceholder scene={scene} width={208} />
        {data?.study_title && <Text fw={600}>{data.study_title}</Text>}
        <Text className="measure">{t(`arrival.text.${told}`)}</Text>
        {data?.result === 'already' && <Text c="dimmed">{t('arrival.already')}</Text>}
        {data?.study_id && !isDone && data.result === 'refused' ? (
          <LinkButton to={`/study/details/${data.study_id}`}>{t('arrival.to_study')}</LinkButton>
        ) : (
          <LinkButton to="/history/participation">{t('arrival.to_history')}</LinkButton>
        )}
      </Stack>
    </Page>
  );
}
