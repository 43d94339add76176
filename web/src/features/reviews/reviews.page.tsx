import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Id } from '../../../../contracts/base/fields';
import { useLiveTopics, usePendingReviews } from '../../lib/live/live-context';
import { Page } from '../../ui/page';
import { DecidedReviews } from './decided';
import { ResearcherInvitations } from './invitations';
import { PendingReviews } from './pending';
import classes from './reviews.module.css';

const tabs = ['pending', 'decided', 'invitations'] as const;

/** /reviews: a reviewer decides, with a reason, which researchers may recruit in public. */
export function ReviewsPage() {
  const { t } = useTranslation('reviews');
  const [params, setParams] = useSearchParams();
  useLiveTopics('reviews');
  const waiting = usePendingReviews();
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'pending';
  return (
    <Page title={t('title')} lead={t('lead')} size="lg">
      <Tabs
        value={tab}
        onChange={(next) =>
          setParams(next && next !== 'pending' ? { tab: next } : {}, { replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg" className={classes.tabs}>
          <Tabs.Tab value="pending" className="numbers">
            {waiting === undefined ? t('tab.pending') : t('tab.pending_count', { count: waiting })}
          </Tabs.Tab>
          <Tabs.Tab value="decided">{t('tab.decided')}</Tabs.Tab>
          <Tabs.Tab value="invitations">{t('tab.invitations')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pending">
          <PendingReviews />
        </Tabs.Panel>
        <Tabs.Panel value="decided">
          <DecidedReviews researcher={Id.safeParse(params.get('researcher')).data} />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <ResearcherInvitations />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
