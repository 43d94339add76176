import { authenticationLimits } from '../../contracts/authentication/limits';
import {
  accountHolderDeclaration,
  noPersonalData,
  retentionUntilExpiry,
  type TableDeclaration,
} from '../platform/context/context';
import { FailedSignIn } from './failed-sign-ins/failed-sign-in.entity';
import { KnownPlace } from './known-places/known-place.entity';
import { LinkedIdentity } from './linked-identity.entity';
import { OidcFlow } from './oidc/oidc-flow.entity';
import { UsedIdToken } from './oidc/used-id-token.entity';
import { PasswordReset } from './password/password-reset.entity';
import { PendingIdentityLink } from './pending-identity-link.entity';
import { SamlChange } from './saml/connections/saml-change.entity';
import { SamlConnection, SamlDomain } from './saml/connections/saml-connection.entity';
import { SamlFault } from './saml/connections/saml-fault.entity';
import { SamlEncryptionKey } from './saml/encryption/encryption-key.entity';
import { SamlAssertion, SamlCode, SamlRequest, SsoToken } from './saml/saml-sign-on.entity';
import {
  Passkey,
  PasskeyRegistration,
  RecoveryCode,
  SecondFactorChallenge,
  Totp,
} from './second-factor/second-factor.entity';

const asLongAsTheAccount = { kept: 'as long as the account, or until its owner removes it' };

export const authenticationTables: readonly TableDeclaration[] = [
  {
    entity: PasswordReset,
    holds: 'a request for a new password, with the hash of its code',
    personalData: accountHolderDeclaration('under-way'),
    retention: retentionUntilExpiry(`${authenticationLimits.resetCodeHours} hours`),
  },
  {
    entity: FailedSignIn,
    holds:
      'how often a sign-in to an account, or to an address without one, failed from a network ' +
      'within an hour; the network as a keyed hash',
    personalData: accountHolderDeclaration('audit-log'),
    retention: {
      kept: `${authenticationLimits.failedSignInDays} days`,
      expires: {
        key: 'id',
        where: `hour <= $1::timestamptz - interval '${authenticationLimits.failedSignInDays} days'`,
      },
    },
  },
  {
    entity: KnownPlace,
    holds:
      'a browser or a network from which somebody signed in, as a keyed hash, and the day of the ' +
      'last sign-in from there',
    personalData: accountHolderDeclaration('sign-in-methods'),
    retention: {
      kept: `${authenticationLimits.knownPlaceDays} days after the last sign-in from there, until a new password`,
      expires: {
        key: 'id',
        where: `last_day <= ($1::timestamptz AT TIME ZONE 'UTC')::date - ${authenticationLimits.knownPlaceDays}`,
      },
    },
  },
  {
    entity: LinkedIdentity,
    holds: 'an account elsewhere with which its owner may sign in',
    personalData: accountHolderDeclaration('sign-in-methods'),
    retention: asLongAsTheAccount,
  },
  {
    entity: PendingIdentityLink,
    holds: 'a verified identity that waits for the proof of the account with its address',
    personalData: accountHolderDeclaration('under-way'),
    retention: retentionUntilExpiry(`${authenticationLimits.linkTokenMinutes} minutes`),
  },
  {
    entity: OidcFlow,
    holds: 'a sign-in at another provider that has begun',
    personalData: accountHolderDeclaration('under-way'),
    retention: retentionUntilExpiry(`${authenticationLimits.oidcFlowMinutes} minutes`),
  },
  {
    entity: UsedIdToken,
    holds: 'the hash of an ID token that was used, against replay',
    personalData: noPersonalData('fingerprints against replay, gone within hours'),
    retention: retentionUntilExpiry('hours, as its provider says', 'hash'),
  },
  {
    entity: SamlConnection,
    holds:
      'an identity provider of an organization; for a day, which administrator asked for another one',
    personalData: noPersonalData("organizations' identity providers"),
    retention: { kept: 'until an administrator removes it' },
  },
  {
    entity: SamlEncryptionKey,
    holds: 'the key under which identity providers encrypt what they say about somebody',
    sealed: [{ column: 'private_key', purpose: 'saml-encryption', row: 'id' }],
    personalData: noPersonalData("the installation's key"),
    retention: { kept: 'as long as the installation' },
  },
  {
    entity: SamlFault,
    holds:
      'how often sign-ons through a connection were refused on a day, why, and the last request',
    personalData: noPersonalData(
      'codes and counts; the id of a request leads to a line of the log',
    ),
    retention: {
      kept: `${authenticationLimits.samlFaultDays} days`,
      expires: {
        key: 'id',
        where: `day <= ($1::timestamptz AT TIME ZONE 'UTC')::date - ${authenticationLimits.samlFaultDays}`,
      },
    },
  },
  {
    entity: SamlChange,
    holds: 'what a change of a connection changed, for the emails to administrators',
    personalData: noPersonalData("organizations' providers and mail domains"),
    retention: {
      kept: `${authenticationLimits.samlFaultDays} days`,
      expires: {
        key: 'id',
        where: `at <= $1::timestamptz - interval '${authenticationLimits.samlFaultDays} days'`,
      },
    },
  },
  {
    entity: SamlDomain,
    holds: 'a mail domain whose people sign on at a connection',
    personalData: noPersonalData("organizations' mail domains"),
    retention: { kept: 'as long as its connection' },
  },
  {
    entity: SamlRequest,
    holds: 'a sign-on that has begun, before anybody is known',
    personalData: noPersonalData(
      'sign-ons on their way, before anybody is known, gone within minutes',
    ),
    retention: retentionUntilExpiry('minutes'),
  },
  {
    entity: SamlAssertion,
    holds: 'the fingerprint of an assertion that was used, against replay',
    personalData: noPersonalData('fingerprints against replay, gone within minutes'),
    retention: retentionUntilExpiry('minutes', 'hash'),
  },
  {
    entity: SamlCode,
    holds: 'a profile encrypted under a code that is not kept',
    personalData: noPersonalData('encrypted under a code that is not here, gone within a minute'),
    retention: retentionUntilExpiry(`${authenticationLimits.samlCodeSeconds} seconds`, 'hash'),
  },
  {
    entity: SsoToken,
    holds: 'a profile encrypted under a token that is not kept',
    personalData: noPersonalData('encrypted under a token that is not here, gone within minutes'),
    retention: retentionUntilExpiry('minutes', 'hash'),
  },
  {
    entity: Totp,
    holds: 'an authenticator app: its encrypted secret and its last step',
    sealed: [{ column: 'secret', purpose: 'totp', row: 'account_id' }],
    personalData: accountHolderDeclaration('second-factor'),
    retention: {
      kept: 'as long as the account, or until its owner removes it; unconfirmed: seven days',
      expires: { key: 'account_id', where: 'confirmed_at IS NULL AND created_at <= $2' },
    },
  },
  {
    entity: Passkey,
    holds: 'a passkey: its public key, its name, when it was used',
    personalData: accountHolderDeclaration('second-factor'),
    retention: asLongAsTheAccount,
  },
  {
    entity: PasskeyRegistration,
    holds: 'the challenge for a new passkey',
    personalData: accountHolderDeclaration('under-way'),
    retention: retentionUntilExpiry(
      `${authenticationLimits.secondFactorMinutes} minutes`,
      'account_id',
    ),
  },
  {
    entity: RecoveryCode,
    holds: 'the hash of a recovery code and when it was used',
    personalData: accountHolderDeclaration('second-factor'),
    retention: asLongAsTheAccount,
  },
  {
    entity: SecondFactorChallenge,
    holds: 'a sign-in that waits for the second factor',
    personalData: accountHolderDeclaration('under-way'),
    retention: retentionUntilExpiry(`${authenticationLimits.secondFactorMinutes} minutes`),
  },
];
