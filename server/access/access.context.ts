import { limits } from '../../contracts/base/limits';
import { accountsLimits } from '../../contracts/accounts/limits';
import { apiTokensLimits } from '../../contracts/api-tokens/limits';
import {
  defineContext,
  accountHolderDeclaration,
  accountRowsSection,
  retentionUntilExpiry,
} from '../platform/context/context';
import { accessErasure } from './access.erasure';
import { Account } from './accounts/account.entity';
import { ApiTokenRow } from './api-tokens/api-token.entity';
import { SignInToken } from './token.entity';
import { accessTexts } from './access-texts';
import { accessRateLimits } from './access.rate-limits';

export const access = defineContext({
  name: 'access',
  about: 'Who is asking, by which token, and what the contract lets them do.',
  texts: [accessTexts],
  limits: Object.values(accessRateLimits),
  tables: [
    {
      entity: Account,
      holds:
        'an account: name, email address, language, time zone, region, affiliation, role, state',
      personalData: {
        about: 'the account holder',
        erased: { by: 'statement' },
        exported: { in: 'account' },
      },
      retention: {
        kept: `until the purge, ${accountsLimits.deletionDays} days after the request; a registration that nobody verified: seven days`,
        expires: {
          key: 'id',
          where: `status = 'NEW' AND created_at <= $2`,
        },
      },
    },
    {
      entity: SignInToken,
      holds: 'a sign-in: the hash of its token, its browser, when it was last used',
      personalData: accountHolderDeclaration('sign-ins'),
      retention: retentionUntilExpiry(
        `${limits.tokenHours} hours, ${limits.rememberedTokenDays} days when remembered`,
      ),
    },
    {
      entity: ApiTokenRow,
      holds:
        'an API token of a researcher: its name, the hash, scopes and studies, the day of its last use',
      personalData: accountHolderDeclaration('api-tokens'),
      retention: {
        kept:
          `until it is ended; ${apiTokensLimits.expiredApiTokenDays} days longer than it is good for, ` +
          `which is ${Math.max(...apiTokensLimits.apiTokenDays)} days at most`,
        expires: {
          key: 'id',
          where: `expires_at <= $1::timestamptz - interval '${apiTokensLimits.expiredApiTokenDays} days'`,
        },
      },
    },
  ],
  views: {
    'identity.person':
      'contact and state of an account, for mails and rosters too; also under commonlab_link',
    'identity.account_profile': 'what administrators and the account holder see, without hashes',
    'identity.sign_in': 'a sign-in without the hash of its token',
    'identity.researcher_byline': 'the name under which a researcher publishes a study',
    'identity.responsible_account': 'accounts that may be responsible for recruiting',
  },
  keeps: [
    {
      of: Account,
      because: 'a registration whose owner is signed in',
      exists: 'FROM identity.token t WHERE t.account_id = kept.id AND t.expires_at > $1',
    },
  ],
  erasure: accessErasure,
  exportFiles: [
    {
      name: 'account',
      position: 10,
      explains: accessTexts.sentence('export.account'),
      sections: [
        {
          name: 'account',
          table: 'identity.account',
          where: 'id = $1',
          without: ['password_hash'],
        },
      ],
    },
    {
      name: 'sign-ins',
      position: 40,
      explains: accessTexts.sentence('export.sign-ins'),
      sections: [accountRowsSection('sign_ins', 'identity.token', 'hash')],
    },
    {
      name: 'api-tokens',
      position: 45,
      explains: accessTexts.sentence('export.api-tokens'),
      sections: [accountRowsSection('api_tokens', 'identity.api_token', 'hash')],
    },
  ],
});
