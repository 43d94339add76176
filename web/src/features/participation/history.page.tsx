import { Stack, Tabs } from '@mantine/core';
import { IconHistory } from '../../ui/icons/history';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listParticipations,
  type Participation,
} from '../../../../contracts/enrolment/participations';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { ParticipationCard } from './participation-card';
import {
  LazyCashCodeDialog,
  LazyPaymentsSummary,
  usePaymentsAreLoaded,
} from './payments/payments-later';
import { useOwnPayments } from './payments/use-own-payments';
import { ShowMore } from '../../ui/show-more';
import { ParticipantHistoryTabs } from '../../domain/credits/history-tabs';
import { useStudentClasses } from '../../domain/credits/student-classes';
import { useCardPartsLoaded } from '../../domain/participations/use-parts';

const underway = new Set<Participation['state']>(['waitlisted', 'offered', 'enrolled', 'started']);

/** /history/participation: the participant's current and past studies. */
export function HistoryPage() {
  const { t } = useTranslation('participation');
  const client = useQueryClient();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pagedQuery<Participation>(listParticipations, { query: { limit: 50 } }));
  const all = itemsOfPages(data);
  const payments = useOwnPayments();
  const paymentsAreHere = usePaymentsAreLoaded(payments);
  const { classes, isSettled } = useStudentClasses();
  const isHere = useCardPartsLoaded(data && all) && paymentsAreHere && isSettled;
  // The participation whose payment code is shown. The page renders the dialog, because a payment
  // moves the participation's card to the other list and would close a dialog inside the card.
  const [showing, setShowing] = useState<Participation | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const now = all.filter((p) => underway.has(p.state));
  const past = all.filter((p) => !underway.has(p.state));
  const pastTab = useRef<HTMLButtonElement>(null);
  const tab = chosen ?? (now.length > 0 ? 'now' : 'past');
  const list = (items: Participation[], empty: 'now' | 'past') =>
    items.length === 0 ? (
      <EmptyState
        order={2}
        icon={IconHistory}
        title={t(`history.empty_${empty}`)}
        text={t(`history.empty_${empty}_text`)}
        action={
          <LinkButton to="/home" variant="default">
            {t('history.to_studies')}
          </LinkButton>
        }
      />
    ) : (
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((p) => (
          <ParticipationCard
            key={p._id}
            mine={p}
            payments={payments.of(p._id)}
            onCode={() => setShowing(p)}
          />
        ))}
      </Stack>
    );
  return (
    <Page title={t('history.title')} lead={t('history.lead')} size="md">
      {isHere && classes.length > 0 && <ParticipantHistoryTabs />}
      {error && (
        <ErrorNotice error={error} title={t('history.failed')} onRetry={() => void refetch()} />
      )}
      {isHere && (payments.error ?? payments.payments.length > 0) && (
        <LazyPaymentsSummary
          own={payments}
          onShow={
            tab === 'past'
              ? undefined
              : () => {
                  setChosen('past');
                  // The pressed button has disappeared, so the tab of the past studies takes the
                  // focus.
                  pastTab.current?.focus();
                }
          }
        />
      )}
      {isPending || (data && !isHere) ? (
        <LoadingCards count={3} height={148} />
      ) : all.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconHistory}
            title={t('history.empty')}
            text={t('history.empty_text')}
            action={<LinkButton to="/home">{t('history.to_studies')}</LinkButton>}
          />
        )
      ) : (
        <Tabs value={tab} onChange={setChosen} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="now" className="numbers">
              {t('history.now', { count: now.length })}
            </Tabs.Tab>
            <Tabs.Tab ref={pastTab} value="past" className="numbers">
              {t('history.past', { count: past.length })}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="now">{list(now, 'now')}</Tabs.Panel>
          <Tabs.Panel value="past">{list(past, 'past')}</Tabs.Panel>
        </Tabs>
      )}
      <ShowMore
        list={{ hasNextPage, isFetchingNextPage, fetchNextPage }}
        label={t('history.more')}
      />
      {showing && (
        <LazyCashCodeDialog
          mine={showing}
          onMissing={() => setShowing(null)}
          onClose={() => {
            setShowing(null);
            void client.invalidateQueries({ queryKey: [listParticipations.path] });
          }}
        />
      )}
    </Page>
  );
}
