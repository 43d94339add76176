import { noPersonalData, type TableDeclaration } from '../platform/context/context';
import { BankPayoutRow, PayoutBatchRow, PayoutMethodRow } from './bank/bank-payout.entity';
import { PayoutCheckRow, PayoutTotalRow } from './checks/payout-check.entity';
import { GiftCodeFileRow, GiftCodeRow, GiftCodeShortageRow } from './gift-codes/gift-code.entity';
import { InvoiceAddressRow } from './invoice/invoice-address.entity';
import { SessionHold } from './holds/session-hold.entity';
import { BonusRow } from './model/bonus.entity';
import { PaymentMethodsRow, PaymentRow } from './model/payment.entity';
import { ReceiptCounterRow, ReceiptRow } from './receipts/receipt.entity';
import { RejectionVerdictRow } from './rejection-answers/rejection-verdict.entity';
import { AllotmentRow, DepositRow, WalletRefundRow, WalletRow } from './wallets/wallet.entity';

const ofResearcher = {
  about: 'the researcher who spends the money',
  erased: { stays: 'amounts and references of the accounts, without the researcher' },
  exported: { in: 'wallets' },
} as const;
const forEver = { kept: 'for ever: accounts must stay verifiable' };

/**
 * For each table of this context: whose data it holds, how that data is erased, and how long it is
 * kept.
 */
export const paymentsTables: readonly TableDeclaration[] = [
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
    personalData: noPersonalData('amounts of a session'),
    retention: { kept: 'as long as the session' },
  },
  {
    entity: PaymentRow,
    holds:
      'what one participation is owed, as a reward or on top of it: amount, state, how it was paid, the answer to a rejection',
    personalData: {
      about: 'the participant, by pseudonym',
      erased: { stays: 'a pseudonym that nobody can lead back once the link is erased' },
      exported: { in: 'payments' },
    },
    retention: forEver,
  },
  {
    entity: BonusRow,
    holds:
      'payments on top of rewards that were made in one go: reason, number, sum, day, who made them',
    personalData: {
      about: 'the researcher who made them',
      erased: { stays: 'reason, number and sum, without the researcher' },
      exported: { in: 'wallets' },
    },
    retention: forEver,
  },
  {
    entity: RejectionVerdictRow,
    holds: 'why an administrator let a rejection stand that its participant answered',
    personalData: {
      about: 'the participant, by pseudonym',
      erased: { stays: 'a pseudonym that nobody can lead back once the link is erased' },
      exported: { in: 'payments' },
    },
    retention: { kept: 'as long as the payment' },
  },
  {
    entity: PaymentMethodsRow,
    holds: 'how participants of a study may be paid',
    personalData: noPersonalData('a setting of a study'),
    retention: { kept: 'as long as the study' },
  },
  {
    entity: WalletRefundRow,
    holds: 'money that was taken out of a wallet: amount, reference, day',
    personalData: ofResearcher,
    retention: forEver,
  },
  {
    entity: InvoiceAddressRow,
    holds: 'to whom the receipts of a researcher are addressed: name, lines, country',
    personalData: {
      about: 'the researcher',
      erased: { by: 'foreign key' },
      exported: { in: 'wallets' },
    },
    retention: { kept: 'until the researcher forgets it' },
  },
  {
    entity: ReceiptRow,
    holds:
      'a numbered and signed receipt: of a deposit, a refund, a session, its payments, a bonus, or one payment by pseudonym',
    personalData: {
      about:
        'the researcher whom a receipt names as payer, or to whom it is addressed; the participant, by pseudonym',
      erased: { stays: 'a proof that its participant holds too, and that accounts need unchanged' },
      exported: { not: 'each is read and downloaded on its own page' },
    },
    retention: forEver,
  },
  {
    entity: ReceiptCounterRow,
    holds: 'the last number of a type of receipts in a year',
    personalData: noPersonalData('a number'),
    retention: forEver,
  },
  {
    entity: GiftCodeRow,
    holds:
      'a gift code: brand, amount and expiry, sealed the code, and a keyed hash of its payment',
    sealed: [{ column: 'sealed', purpose: 'gift-code', row: 'id' }],
    personalData: ofResearcher,
    retention: forEver,
  },
  {
    entity: GiftCodeShortageRow,
    holds: 'that the gift codes of a wallet of one amount do not suffice',
    personalData: {
      ...ofResearcher,
      exported: { not: 'it follows from the gift codes, which are exported' },
    },
    retention: { kept: 'until the gift codes suffice' },
  },
  {
    entity: GiftCodeFileRow,
    holds: 'that a file of gift codes was added under a key: keyed hashes of both, and the day',
    personalData: noPersonalData('hashes of a random key and of a file'),
    retention: {
      kept: '30 days after the file was added',
      expires: {
        key: 'request_key',
        where: `added_on < ($1::timestamptz AT TIME ZONE 'UTC')::date - 30`,
      },
    },
  },
  {
    entity: PayoutMethodRow,
    holds: 'the bank account that an account holder let be remembered: holder and IBAN, sealed',
    personalData: {
      about: 'the account holder',
      erased: { by: 'statement' },
      exported: { in: 'payments' },
    },
    retention: { kept: 'until the account holder forgets it' },
    sealed: [{ column: 'sealed', purpose: 'payout-method', row: 'id' }],
  },
  {
    entity: PayoutTotalRow,
    holds:
      'what an account holder is paid in a year and a currency, by a keyed hash of the account',
    personalData: {
      about: 'the account holder',
      erased: { by: 'statement' },
      exported: { in: 'payments' },
    },
    retention: {
      kept: 'until the end of the next calendar year',
      expires: {
        // The primary key has three columns, so rows are deleted by their physical address.
        key: 'ctid',
        where: `year < extract(year FROM $1::timestamptz AT TIME ZONE 'UTC')::integer - 1`,
      },
    },
  },
  {
    entity: PayoutCheckRow,
    holds:
      'a payment above the reporting threshold: amount, day and the year’s total; holder and IBAN, sealed',
    personalData: {
      about: 'the participant who is paid',
      erased: { by: 'statement' },
      exported: { not: 'nothing leads from an account to it; the payments are exported' },
    },
    retention: { kept: 'until an administrator has released it and it is paid' },
    sealed: [{ column: 'sealed', purpose: 'payout-check', row: 'id' }],
  },
  {
    entity: PayoutBatchRow,
    holds: 'bank transfers that were made in one go: currency, number, sum',
    personalData: {
      about: 'the administrator who drew it',
      erased: { stays: 'number and sum of the transfers, without the administrator' },
      exported: { not: 'the audit log has who drew it; the payments are those of others' },
    },
    retention: forEver,
  },
  {
    entity: BankPayoutRow,
    holds: 'a payment by bank transfer: amount, holder and IBAN, sealed until it is paid',
    personalData: {
      about: 'the participant who is paid',
      erased: { by: 'statement' },
      exported: { not: 'nothing leads from an account to it; the payments are exported' },
    },
    retention: { kept: 'for ever; holder and IBAN until it is paid, or replaced after a return' },
    sealed: [{ column: 'sealed', purpose: 'bank-payout', row: 'id' }],
  },
];
