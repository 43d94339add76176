import { ledgerErrors } from '../../contracts/ledger/errors';
import { defineContext, noPersonalData } from '../platform/context/context';
import { declareErrors } from '../platform/i18n/error-texts';
import { LedgerAccount } from './account.entity';
import { LedgerEntry, LedgerPosting, LedgerSeal, UnsealedEntry } from './entries/entry.entity';
import { SealEntriesJob } from './chain/seal-entries.job';
import { LedgerModule } from './ledger.module';
import { ledgerTexts } from './ledger-texts';

const keyPurposes = ['ledger'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const forEver = { kept: 'for ever: accounts must stay verifiable' };
const namesNobody = noPersonalData(
  'amounts between accounts that name no person, study or session',
);

export const ledger = defineContext({
  name: 'ledger',
  about: 'A double-entry ledger: accounts, entries, balances, and a chain of seals over them.',
  texts: [ledgerTexts],
  errors: declareErrors(ledgerErrors, (code, values) =>
    ledgerTexts.sentence(`error.${code}`, values),
  ),
  modules: [LedgerModule],
  jobs: [SealEntriesJob],
  tables: [
    {
      entity: LedgerAccount,
      holds: 'an account of the ledger: its kind, its unit, its balance',
      personalData: namesNobody,
      retention: forEver,
    },
    {
      entity: LedgerEntry,
      holds: 'a movement of money: its day, its kind, its idempotency key',
      personalData: namesNobody,
      retention: forEver,
    },
    {
      entity: LedgerPosting,
      holds: 'what an entry changes on an account',
      personalData: namesNobody,
      retention: forEver,
    },
    {
      entity: UnsealedEntry,
      holds: 'an entry that waits for its seal',
      personalData: namesNobody,
      retention: { kept: 'for seconds, until a worker has sealed it' },
    },
    {
      entity: LedgerSeal,
      holds: 'the seal of an entry: its place in the chain',
      personalData: namesNobody,
      retention: forEver,
    },
  ],
  keyPurposes,
});
