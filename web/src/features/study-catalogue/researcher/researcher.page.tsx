import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconClock } from '../../../ui/icons/clock';
import { IconExternalLink } from '../../../ui/icons/external-link';
import { IconUserOff } from '../../../ui/icons/user-off';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readPublicProfile } from '../../../../../contracts/accounts/accounts';
import { ApiError, query } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingCards } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import classes from './researcher.page.module.css';
import { fullName } from '../../../../../contracts/base/full-name.rule';

/** Returns the ORCID iD without the web address before it. */
const iDOf = (orcid: string) => orcid.replace(/^https?:\/\/orcid\.org\//, '');

/** /researchers/{id}: what participants may know about a researcher, and what is verified. */
export function ResearcherPage() {
  const { t } = useTranslation(['studies', 'common']);
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(query(readPublicProfile, { params: { id } }));
  if (error && !data) {
    const absent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <Page title={t(absent ? 'studies:researcher.absent' : 'studies:researcher.failed')} size="md">
        {absent ? (
          <EmptyState
            icon={IconUserOff}
            title={t('studies:researcher.absent')}
            text={t('studies:researcher.absent_text')}
            action={<LinkButton to="/home">{t('studies:study.all')}</LinkButton>}
          />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!data)
    return (
      <Page title={t('studies:researcher.page')} size="md">
        <LoadingCards count={1} height={180} />
      </Page>
    );
  const { organization, verified, orcid } = data;
  return (
    <Page title={fullName(data)} lead={t('studies:researcher.lead')} size="md">
      <Card component="section" aria-label={t('studies:researcher.about')}>
        <Stack gap="md">
          <dl className={classes.facts}>
            <dt>{t('studies:researcher.organization')}</dt>
            <dd>{organization ?? t('studies:researcher.no_organization')}</dd>
            <dt>{t('studies:researcher.review')}</dt>
            <dd>
              <Group gap={6}>
                <Badge
                  color={verified ? 'teal' : 'gray'}
                  leftSection={
                    verified ? (
                      <IconCircleCheck size={12} stroke={2.2} aria-hidden />
                    ) : (
                      <IconClock size={12} stroke={2.2} aria-hidden />
                    )
                  }
                >
                  {t(verified ? 'studies:researcher.approved' : 'studies:researcher.unapproved')}
                </Badge>
              </Group>
            </dd>
            <dt>{t('studies:researcher.orcid')}</dt>
            <dd>
              {orcid ? (
                <Anchor
                  href={`https://orcid.org/${iDOf(orcid)}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="numbers"
                >
                  {iDOf(orcid)} <IconExternalLink size={14} aria-hidden />
                </Anchor>
              ) : (
                t('studies:researcher.no_orcid')
              )}
            </dd>
          </dl>
          <Text size="sm" c="dimmed" className="measure">
            {t(
              verified ? 'studies:researcher.approved_text' : 'studies:researcher.unapproved_text',
            )}
          </Text>
        </Stack>
      </Card>
    </Page>
  );
}
