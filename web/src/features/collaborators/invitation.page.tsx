import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMailOff } from '../../ui/icons/mail-off';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import {
  answerStudyInvitation,
  readOfferedRole,
} from '../../../../contracts/collaborators/collaborators';
import { listStudies } from '../../../../contracts/studies/studies';
import { answerStudyOfferByKey } from '../../../../contracts/collaborators/study-transfer';
import { StudyTakeoverNotice } from '../../domain/collaborators/taking-over';
import { ApiError, call } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { useUser } from '../../lib/auth/user';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { TimeWithZone } from '../../ui/dates/agreed';
import { fullName } from '../../../../contracts/base/full-name.rule';

/**
 * /collaborate#key: the page that an invitation mail links to. The mail invites a person to work on
 * a study, or offers them the ownership of a study.
 */
export function InvitationPage() {
  const { t } = useTranslation('collaborators');
  const { user } = useUser();
  const mayWork = user !== null && (user.is_researcher || user.builds);
  const key = useLocation().hash.slice(1);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [readOfferedRole.path, key],
    enabled: key !== '' && mayWork,
    retry: false,
    staleTime: Infinity,
    queryFn: () => call(readOfferedRole, { body: { key } }),
  });
  const isStudy = data?.role === 'owner';
  const answer = useMutation({
    mutationFn: (said: 'accept' | 'decline') => {
      const body = { key, answer: said };
      return isStudy
        ? call(answerStudyOfferByKey, { body })
        : call(answerStudyInvitation, { body });
    },
  });
  const say = (said: 'accept' | 'decline') =>
    answer.mutate(said, {
      onSuccess: ({ study_id }) => {
        showMessage(t(said === 'accept' && isStudy ? 'take.done' : `offer.${said}_done`), {
          type: 'success',
        });
        void client.invalidateQueries({ queryKey: [listStudies.path] });
        void navigate(study_id ? `/experiments/details/${study_id}` : '/home');
      },
    });
  const absent =
    key === '' || (error instanceof ApiError && (error.status === 404 || error.status === 400));
  if (user && !mayWork)
    return (
      <Page title={t('offer.title')} size="sm">
        <EmptyState
          icon={IconMailOff}
          title={t('offer.no_researcher')}
          text={t('offer.no_researcher_text')}
          action={<LinkButton to="/profile">{t('offer.to_profile')}</LinkButton>}
        />
      </Page>
    );
  if (absent)
    return (
      <Page title={t('offer.title')} size="sm">
        <EmptyState
          icon={IconMailOff}
          title={t('offer.absent')}
          text={t('offer.absent_text')}
          action={<LinkButton to="/experiments">{t('offer.to_studies')}</LinkButton>}
        />
      </Page>
    );
  return (
    <Page title={t(isStudy ? 'take.title' : 'offer.title')} size="sm">
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingCards count={1} height={120} />}
      {data && (
        <Stack gap="md">
          <Text size="lg">
            {t(`offer.${data.role}`, {
              name: fullName(data.owner),
              title: data.title,
            })}
          </Text>
          {data.role === 'owner' ? (
            <StudyTakeoverNotice former={fullName(data.owner)} stays={data.stays} />
          ) : (
            <>
              <Text>{t(`may.${data.role}`)}</Text>
              <Text c="dimmed">{t('offer.no_seat')}</Text>
            </>
          )}
          <Text size="sm" c="dimmed">
            {t('until')} <TimeWithZone at={data.expires_at} />
          </Text>
          <ErrorNotice error={answer.error} />
          <Group gap="sm">
            <Button loading={answer.isPending} onClick={() => say('accept')}>
              {t(isStudy ? 'take.accept' : 'offer.accept')}
            </Button>
            <Button variant="default" disabled={answer.isPending} onClick={() => say('decline')}>
              {t('offer.decline')}
            </Button>
          </Group>
        </Stack>
      )}
    </Page>
  );
}
