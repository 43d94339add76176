import { Stack } from '@mantine/core';
import { IconEye } from '../../ui/icons/eye';
import { IconPlugConnected } from '../../ui/icons/plug-connected';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readExternalReturns } from '../../../../contracts/external-returns/external-returns';
import { readSession } from '../../../../contracts/enrolment/sessions';
import { query } from '../../lib/http/api';
import { AppLink } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { ReturnsTable } from './returns-table';
import { ReturnMethods } from './return-methods';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/**
 * /sessions/{id}/external, for researchers whose study runs at another website: how that website
 * returns participants, and which returns arrived.
 */
export function ExternalReturnsPage() {
  const { t } = useTranslation('external-returns');
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({
    ...query(readExternalReturns, { params: { id } }),
    // No live message announces a return, so the page polls: a researcher who tries the study out
    // waits for the return here.
    refetchInterval: 10_000,
  });
  // The server refuses people who may only read the session. After an error, the page checks
  // whether that is the reason.
  const session = useQuery({
    ...query(readSession, { params: { id } }),
    enabled: error !== null && !data,
  });
  const isViewer = session.data !== undefined && !mayManageStudy(session.data.role);
  return (
    <Page
      title={t('page.title')}
      size="md"
      lead={
        data ? (
          <AppLink to={`/experiments/details/${data.study_id}?tab=sessions`} inherit>
            {data.study_title}
          </AppLink>
        ) : (
          t('page.lead')
        )
      }
    >
      {isViewer && (
        <EmptyState icon={IconEye} title={t('page.viewer')} text={t('page.viewer_text')} />
      )}
      {error && !data && !isViewer && (
        <ErrorNotice error={error} title={t('page.failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingCards count={3} height={140} />}
      {data && (
        <Stack gap="xl">
          {data.arrived.length === 0 ? (
            <EmptyState
              icon={IconPlugConnected}
              title={t('arrived.empty')}
              text={t(
                data.privacy_level === 'anonymous' ? 'arrived.anonymous' : 'arrived.empty_text',
              )}
            />
          ) : (
            <ReturnsTable arrived={data.arrived} anonymous={data.privacy_level === 'anonymous'} />
          )}
          <ReturnMethods session={id} proofs={data} />
        </Stack>
      )}
    </Page>
  );
}
