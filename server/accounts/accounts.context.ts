import { accountsMails } from './mails/accounts.mails';
import { accountsErrors } from '../../contracts/accounts/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { Account } from '../access/accounts/account.entity';
import { mailQuotaRules } from './outbound-mail-quota';
import { accountsRateLimits } from './accounts.rate-limits';
import { accountPolicies } from './account.policy';
import * as accountsContract from '../../contracts/accounts/accounts';
import * as userAdministrationContract from '../../contracts/accounts/user-administration';
import * as deletionRequestsContract from '../../contracts/accounts/deletion-requests';
import * as demographicsContract from '../../contracts/accounts/demographics';
import { accountsLimits } from '../../contracts/accounts/limits';
import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  accountRowsSection,
  retentionUntilExpiry,
} from '../platform/context/context';
import { AccountNote } from './account-note.entity';
import { AccountsModule } from './accounts.module';
import { accountsEvents } from './accounts.events';
import { DeletionReminderJob } from './deletion-reminder.job';
import { DeletionRequest } from './deletion-request.entity';
import { Demographics } from './demographics/demographics.entity';
import { demographicsExportRows } from './demographics/demographics.read';
import { Verification } from './verification.entity';
import { accountsTexts } from './accounts-texts';

const keyPurposes = ['verification-key'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const accounts = defineContext({
  name: 'accounts',
  about: 'Registration, profile, verification, demographics, deletion, administration of people.',
  texts: [accountsTexts],
  errors: declareErrors(accountsErrors, (code, values) =>
    accountsTexts.sentence(`error.${code}`, values),
  ),
  modules: [AccountsModule],
  controllers: async () => [
    (await import('./demographics/demographics.controller.js')).DemographicsController,
    (await import('./deletion-requests.controller.js')).DeletionRequestsController,
  ],
  endpoints: [
    accountsContract,
    userAdministrationContract,
    deletionRequestsContract,
    demographicsContract,
  ].flatMap(endpointsOf),
  events: accountsEvents,
  silentEvents: { 'identity.account-purged': 'kept for the record: nothing is left to react to' },
  mails: [accountsMails],
  views: {
    'identity.administrator_note': 'why an account was changed, for the audit log',
    'identity.requested_deletion': 'which researchers asked to leave, for administrators',
    'identity.participant_profile': 'who can be invited, with what eligibility asks about',
  },
  limits: [...Object.values(accountsRateLimits), ...mailQuotaRules],
  jobs: [DeletionReminderJob],
  policies: accountPolicies,
  tables: [
    {
      entity: AccountNote,
      holds: 'why an administrator changed an account',
      personalData: accountHolderDeclaration('account'),
      retention: { kept: 'as long as the account' },
    },
    {
      entity: DeletionRequest,
      holds: 'that a researcher asked the administrators for the deletion of the account',
      personalData: accountHolderDeclaration('account'),
      retention: { kept: 'until it is taken back or acted on' },
    },
    {
      entity: Verification,
      holds:
        'a request to verify an email address, with the hashes of its key and of the secret that the registering browser keeps',
      personalData: accountHolderDeclaration('under-way'),
      retention: retentionUntilExpiry(`${accountsLimits.verificationKeyHours} hours`),
    },
    {
      entity: Demographics,
      holds:
        'date of birth, country, sex, gender, education, languages, handedness, sight, hearing and devices, as told by the participant',
      personalData: accountHolderDeclaration('demographics'),
      retention: { kept: 'as long as the account' },
    },
  ],
  keeps: [
    {
      of: Account,
      because: 'a registration whose verification is still valid',
      exists: 'FROM identity.verification v WHERE v.account_id = kept.id AND v.expires_at > $1',
    },
  ],
  keyPurposes,
  exportFiles: [
    {
      name: 'account',
      position: 10,
      sections: [
        accountRowsSection('notes_of_administrators', 'identity.account_note'),
        accountRowsSection('deletion_requests', 'identity.deletion_request'),
      ],
    },
    {
      name: 'demographics',
      position: 20,
      explains: accountsTexts.sentence('export.demographics'),
      sections: [{ name: 'demographics', read: demographicsExportRows }],
    },
    {
      name: 'under-way',
      position: 60,
      explains: accountsTexts.sentence('export.under-way'),
      sections: [
        accountRowsSection('verifications', 'identity.verification', 'key_hash', 'browser_hash'),
      ],
    },
  ],
});
