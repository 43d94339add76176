import { paymentsErrors } from '../../contracts/payments/errors';
import * as funding from '../../contracts/payments/funding';
import { readPricing } from '../../contracts/payments/pricing';
import { readSessionCost } from '../../contracts/payments/session-cost';
import { defineContext, endpointsOf, ofNobody } from '../platform/context/context';
import { declaredErrors } from '../platform/i18n/error-texts';
import { FindClosedSessionsJob } from './holds/find-closed-sessions.job';
import { HoldsConsumer } from './holds/holds.consumer';
import { ReleaseHoldsJob } from './holds/release-holds.job';
import { SessionHold } from './holds/session-hold.entity';
import { PaymentsModule } from './payments.module';
import { paymentsPolicies } from './payments.policy';
import { paymentsTexts } from './payments-texts';
import { AllotmentRow, DepositRow, WalletRow } from './wallets/wallet.entity';

const ofResearcher = {
  about: 'the researcher who spends the money',
  erased: { stays: 'amounts and references of the accounts, without the researcher' },
  exported: { in: 'wallets' },
} as const;
const forEver = { kept: 'for ever: accounts must stay verifiable' };

export const payments = defineContext({
  name: 'payments',
  about: 'What studies pay: wallets of researchers, and the money that is held for sessions.',
  texts: [paymentsTexts],
  errors: declaredErrors(paymentsErrors, (code, values) =>
    paymentsTexts.sentence(`error.${code}`, values),
  ),
  modules: [PaymentsModule],
  controllers: async () => [
    (await import('./funding/funding.controller.js')).FundingController,
    (await import('./holds/holds.controller.js')).HoldsController,
  ],
  endpoints: endpointsOf({ ...funding, readPricing, readSessionCost }),
  policies: paymentsPolicies,
  consumers: { 'session-holds': HoldsConsumer },
  jobs: [FindClosedSessionsJob, ReleaseHoldsJob],
  tables: [
    {
      entity: WalletRow,
      holds: 'whose an account of the ledger is, in one currency',
      personalData: ofResearcher,
      retention: forEver,
    },
    {
      entity: AllotmentRow,
      holds: 'a budget that an administrator gave: amount, cost centre, reference, day',
      personalData: ofResearcher,
      retention: forEver,
    },
    {
      entity: DepositRow,
      holds: 'an announced bank transfer: amount, references, what was decided',
      personalData: ofResearcher,
      retention: forEver,
    },
    {
      entity: SessionHold,
      holds: 'the price of a session, and the accounts of the ledger that pay it',
      personalData: ofNobody('amounts of a session'),
      retention: { kept: 'as long as the session' },
    },
  ],
  exportFiles: [
    {
      name: 'wallets',
      position: 157,
      explains: paymentsTexts.sentence('export.wallets'),
      sections: [
        {
          name: 'wallets',
          table: 'identity.wallet',
          where: 'researcher_id = $1',
          without: ['researcher_id', 'account_id'],
        },
        {
          name: 'allotments',
          table: 'identity.allotment',
          where: 'wallet_id IN (SELECT w.id FROM identity.wallet w WHERE w.researcher_id = $1)',
          without: ['entry_id'],
        },
        {
          name: 'deposits',
          table: 'identity.deposit',
          where: 'researcher_id = $1',
          without: ['researcher_id', 'request_key', 'bank_reference_key', 'entry_id'],
        },
      ],
    },
  ],
});
