import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Agreement } from './enrolment/participations/agreement.entity';
import {
  Participation,
  ParticipationTransition,
} from './enrolment/participations/participation.entity';
import { Session } from './enrolment/sessions/session.entity';
import { Export, ExportPart } from './data-rights/export.entity';
import { Account } from './access/account.entity';
import { AccountNote } from './accounts/account-note.entity';
import { Demographics } from './accounts/demographics.entity';
import { LinkedIdentity } from './authentication/linked-identity.entity';
import { OidcFlow } from './authentication/oidc/oidc-flow.entity';
import { ParticipationLink } from './enrolment/participations/participation-link.entity';
import { PasswordReset } from './authentication/password/password-reset.entity';
import { PendingIdentityLink } from './authentication/pending-identity-link.entity';
import { RosterAccess } from './enrolment/rosters/roster-access.entity';
import {
  SamlConnection,
  SamlDomain,
} from './authentication/saml/connections/saml-connection.entity';
import {
  SamlAssertion,
  SamlCode,
  SamlRequest,
  SsoToken,
} from './authentication/saml/saml-sign-on.entity';
import {
  Passkey,
  PasskeyRegistration,
  RecoveryCode,
  SecondFactorChallenge,
  Totp,
} from './authentication/second-factor/second-factor.entity';
import { UsedIdToken } from './authentication/oidc/used-id-token.entity';
import { Token } from './access/token.entity';
import { Verification } from './accounts/verification.entity';
import { RateLimitCounter } from './platform/security/rate-limit-counter.entity';
import { Audit, AuditSeal } from './platform/security/audit.entity';
import { ProcessedEvent } from './platform/messaging/processed-event.entity';
import { Mail } from './mail/mail.entity';
import { StoredFile } from './platform/storage/stored-file.entity';
import { Outbox } from './platform/messaging/outbox.entity';
import { Invitation } from './researchers/invitations/invitation.entity';
import { Organization } from './researchers/organizations/organization.entity';
import { Review } from './researchers/reviews/review.entity';
import { Consent } from './studies/consent.entity';
import { Study } from './studies/study.entity';

/** Every table of the product, for the pool and for the drift check. */
export const entities: readonly EntityTarget<ObjectLiteral>[] = [
  Outbox,
  ProcessedEvent,
  Mail,
  RateLimitCounter,
  StoredFile,
  Audit,
  AuditSeal,
  Account,
  AccountNote,
  Token,
  Verification,
  PasswordReset,
  Demographics,
  ParticipationLink,
  RosterAccess,
  LinkedIdentity,
  OidcFlow,
  PendingIdentityLink,
  UsedIdToken,
  Totp,
  Passkey,
  PasskeyRegistration,
  RecoveryCode,
  SecondFactorChallenge,
  SamlConnection,
  SamlDomain,
  SamlRequest,
  SamlAssertion,
  SamlCode,
  SsoToken,
  Invitation,
  Organization,
  Review,
  Export,
  ExportPart,
  Study,
  Consent,
  Session,
  Participation,
  ParticipationTransition,
  Agreement,
];
