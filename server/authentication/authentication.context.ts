import { authenticationMails } from './mails/authentication.mails';
import { authenticationErrors } from '../../contracts/authentication/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { passwordMails } from './password/mails/password.mails';
import { ApplyDueSsoChangesJob } from './saml/connections/trust.job';
import { ssoTrustMails } from './saml/mails/sso-trust.mail';
import { secondFactorMails } from './second-factor/mails/second-factor-changed.mail';
import { authenticationRateLimits } from './authentication.rate-limits';
import { samlMetadata, samlResponse } from '../../contracts/base/non-json-operations';
import { secondFactorPolicies } from './second-factor/second-factor.policy';
import { signInPolicies } from './sign-ins/sign-in.policy';
import * as identitiesContract from '../../contracts/authentication/identities';
import * as passwordsContract from '../../contracts/authentication/passwords';
import * as samlContract from '../../contracts/authentication/saml';
import * as secondFactorContract from '../../contracts/authentication/second-factor';
import * as signInsContract from '../../contracts/authentication/sign-ins';
import { defineContext, endpointsOf, accountRowsSection } from '../platform/context/context';
import { authenticationEvents } from './authentication.events';
import { authenticationTables } from './authentication.tables';
import { AuthenticationModule } from './authentication.module';
import { authenticationTexts } from './authentication-texts';

const keyPurposes = [
  'browser-cookie',
  'failed-sign-in',
  'known-place',
  'oidc-nonce',
  'oidc-state',
  'oidc-verifier',
  'passkey-user',
  'recovery-code',
  'reset-code',
  'reset-try',
  'saml-encryption',
  'sso-token',
  'totp',
] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const authentication = defineContext({
  name: 'authentication',
  about: 'Every way to sign in: password, OpenID Connect, SAML, second factor; open sign-ins.',
  texts: [authenticationTexts],
  errors: declareErrors(authenticationErrors, (code, values) =>
    authenticationTexts.sentence(`error.${code}`, values),
  ),
  modules: [AuthenticationModule],
  controllers: async () => [
    (await import('./password/password.controller.js')).PasswordController,
    (await import('./sign-ins/sign-ins.controller.js')).SignInsController,
    (await import('./second-factor/second-factor.controller.js')).SecondFactorController,
    (await import('./second-factor/verify.controller.js')).VerifySecondFactorController,
    (await import('./saml/saml.controller.js')).SamlController,
  ],
  endpoints: [
    identitiesContract,
    passwordsContract,
    samlContract,
    secondFactorContract,
    signInsContract,
  ].flatMap(endpointsOf),
  events: authenticationEvents,
  operations: [samlMetadata, samlResponse],
  policies: [...signInPolicies, ...secondFactorPolicies],
  mails: [authenticationMails, passwordMails, secondFactorMails, ssoTrustMails],
  jobs: [ApplyDueSsoChangesJob],
  views: { 'identity.linked_identity': 'by which providers an account signs in' },
  limits: Object.values(authenticationRateLimits),
  tables: authenticationTables,
  keyPurposes,
  exportFiles: [
    {
      name: 'audit-log',
      position: 140,
      sections: [accountRowsSection('failed_sign_ins', 'identity.failed_sign_in', 'network')],
    },
    {
      name: 'sign-in-methods',
      position: 30,
      explains: authenticationTexts.sentence('export.sign-in-methods'),
      sections: [
        accountRowsSection('identities', 'identity.identity'),
        accountRowsSection('known_places', 'identity.known_place', 'hash'),
      ],
    },
    {
      name: 'second-factor',
      position: 50,
      explains: authenticationTexts.sentence('export.second-factor'),
      sections: [
        accountRowsSection('authenticator_app', 'identity.totp', 'secret', 'last_step'),
        accountRowsSection('passkeys', 'identity.passkey', 'credential_id', 'public_key'),
        accountRowsSection('recovery_codes', 'identity.recovery_code', 'code_hash'),
      ],
    },
    {
      name: 'under-way',
      position: 60,
      sections: [
        accountRowsSection(
          'password_resets',
          'identity.password_reset',
          'code_hash',
          'tries_by_network',
        ),
        accountRowsSection(
          'provider_sign_ins',
          'identity.oidc_flow',
          'key_hash',
          'invitation_hash',
        ),
        accountRowsSection('proven_identities', 'identity.pending_identity_link', 'token_hash'),
        accountRowsSection('passkey_registrations', 'identity.passkey_registration', 'challenge'),
        accountRowsSection(
          'second_factor_challenges',
          'identity.second_factor_challenge',
          'token_hash',
          'passkey_challenge',
        ),
      ],
    },
  ],
});
