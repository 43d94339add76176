import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Id } from '../../../../../contracts/base/fields';
import { limits } from '../../../../../contracts/base/limits';
import { readExpenseSummary } from '../../../../../contracts/payments/expenses';
import { listWallets, type Wallet } from '../../../../../contracts/payments/funding';
import { listStudies, type OwnStudy } from '../../../../../contracts/studies/studies';
import { useUser } from '../../../lib/auth/user';
import { isApiErrorOf, query } from '../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { useFilters } from '../../../lib/navigation/use-filters';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCoins } from '../../../ui/icons/coins';
import { LoadingCards } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { ShowMore } from '../../../ui/show-more';
import { WalletCards } from '../wallet-cards';
import { CostTable } from './cost-table';
import { ExpenseLines } from './expense-lines';
import { MonthChart } from './month-chart';

/**
 * Fetches the wallets of the person. Without the filter, an administrator would get the wallets of
 * all researchers.
 */
function useOwnWallets() {
  const { user } = useUser();
  const send = user?.role === 'ADMINISTRATOR' ? { query: { researcher: user._id } } : {};
  return useInfiniteQuery({ ...pagedQuery<Wallet>(listWallets, send), enabled: user !== null });
}

/**
 * Returns the titles, by id, of the studies whose costs the person may read: the studies that the
 * person's wallets pay for, and the studies in which the person has a role.
 */
function useStudies(paid: readonly { _id: string; title: string | null }[]) {
  const { data } = useInfiniteQuery(
    pagedQuery<OwnStudy>(listStudies, { query: { scope: 'mine', limit: limits.pageSizeMax } }),
  );
  return new Map([...itemsOfPages(data), ...paid].map(({ _id, title }) => [_id, title]));
}

/**
 * /expenses/: the costs of the person's own studies, and of the studies on which they collaborate.
 */
export function ExpensesPage() {
  const { t } = useTranslation('expenses');
  const { filters, change } = useFilters('study', 'kind', 'from', 'to');
  const study = Id.safeParse(filters.study).data;
  const wallets = useOwnWallets();
  const all = useQuery(query(readExpenseSummary));
  const one = useQuery({
    ...query(readExpenseSummary, { query: { study } }),
    enabled: study !== undefined,
    placeholderData: keepPreviousData,
  });
  const paid = all.data?.sessions.map((session) => session.study) ?? [];
  const studies = useStudies(paid);
  const shown = study === undefined ? all.data : one.data;
  const own = itemsOfPages(wallets.data);
  const isReady = wallets.data && all.data;
  const isEmpty = own.length === 0 && all.data?.sessions.length === 0;
  const hasLines = study === undefined || paid.some(({ _id }) => _id === study);
  const error = wallets.error ?? all.error;
  const isLost =
    isApiErrorOf(readExpenseSummary, one.error) &&
    ['not_found', 'forbidden'].includes(one.error.code);
  const toMoney = (
    <LinkButton
      to="/payment-methods"
      variant={isEmpty ? 'filled' : 'default'}
      leftSection={<IconCoins size={18} aria-hidden />}
    >
      {t('money')}
    </LinkButton>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={isReady && !isEmpty ? toMoney : undefined}>
      {error && !isReady && (
        <ErrorNotice
          error={error}
          title={t('failed')}
          onRetry={() => {
            for (const list of [wallets, all]) void list.refetch();
          }}
        />
      )}
      {!error && !isReady && <LoadingCards count={2} height={140} />}
      {isReady && own.length > 0 && (
        <Stack gap="md" component="section" aria-labelledby="wallets">
          <Title order={2} size="h3" id="wallets">
            {t('wallets')}
          </Title>
          <WalletCards wallets={own} />
          <ShowMore list={wallets} label={t('more_wallets')} />
        </Stack>
      )}
      {isReady && studies.size > 0 && (
        <NativeSelect
          maw="30rem"
          label={t('study')}
          data={[
            { value: '', label: t('all_studies') },
            ...[...studies].map(([value, title]) => ({ value, label: title ?? t('untitled') })),
          ]}
          value={study ?? ''}
          onChange={(event) => change({ study: event.currentTarget.value })}
        />
      )}
      {isReady && isEmpty && study === undefined && (
        <EmptyState icon={IconCoins} title={t('empty')} text={t('empty_text')} action={toMoney} />
      )}
      {study !== undefined && isLost && <Text c="dimmed">{t('study_lost')}</Text>}
      {study !== undefined && one.error && !isLost && (
        <ErrorNotice error={one.error} title={t('failed')} onRetry={() => void one.refetch()} />
      )}
      {isReady && shown && !isLost && shown.sessions.length === 0 && !isEmpty && (
        <Text c="dimmed">{t(study === undefined ? 'none_yet' : 'study_empty')}</Text>
      )}
      {isReady && shown && !isLost && shown.sessions.length > 0 && (
        <>
          <CostTable key={study} sessions={shown.sessions} />
          {shown.currencies
            .filter(({ currency }) =>
              shown.sessions.some((session) => session.currency === currency),
            )
            .map(({ currency }) => (
              <MonthChart
                key={currency}
                currency={currency}
                months={shown.months.filter((month) => month.currency === currency)}
              />
            ))}
        </>
      )}
      {isReady && !isEmpty && hasLines && (
        <ExpenseLines study={study} filters={filters} change={change} />
      )}
    </Page>
  );
}
