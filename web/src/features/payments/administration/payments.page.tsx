import { Button, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { usePricing } from '../../../domain/payment/use-pricing';
import { useFilters, knownValueAmong } from '../../../lib/navigation/use-filters';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCoins } from '../../../ui/icons/coins';
import { Page } from '../../../ui/page';
import { AllotBudgetDialog } from './allot.dialog';
import { RejectionAnswers } from './answers/answers';
import { PayoutChecks } from './checks/payout-checks';
import { Payouts } from './batches/payouts';
import { AnnouncedTransfers } from './transfers';
import { Wallets } from './wallets';

const tabs = ['transfers', 'wallets', 'payouts', 'held', 'answers'] as const;

/**
 * /admin/payments: transfers that arrived, budgets and wallets of all researchers, transfers to
 * participants, answers to rejections.
 */
export function PaymentsPage() {
  const { t } = useTranslation('payments');
  const { filters, change } = useFilters('tab', 'state', 'researcher');
  const [allotting, dialog] = useDisclosure();
  const { data: pricing, error, refetch } = usePricing();
  return (
    <Page
      title={t('admin.title')}
      lead={t('admin.lead')}
      size="xl"
      actions={
        <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={dialog.open}>
          {t('allot.open')}
        </Button>
      }
    >
      {allotting && !pricing && error && (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      )}
      <Tabs
        value={knownValueAmong(filters.tab, tabs) ?? 'transfers'}
        onChange={(next) => change({ tab: next === 'transfers' ? '' : (next ?? ''), state: '' })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`admin.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="transfers">
          <AnnouncedTransfers filters={filters} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="wallets">
          <Wallets filters={filters} change={change} onAllot={dialog.open} />
        </Tabs.Panel>
        <Tabs.Panel value="payouts">
          <Payouts />
        </Tabs.Panel>
        <Tabs.Panel value="held">
          <PayoutChecks />
        </Tabs.Panel>
        <Tabs.Panel value="answers">
          <RejectionAnswers />
        </Tabs.Panel>
      </Tabs>
      {allotting && pricing && (
        <AllotBudgetDialog
          researcher={filters.researcher}
          currencies={pricing.currencies}
          onClose={dialog.close}
        />
      )}
    </Page>
  );
}
