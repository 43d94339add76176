import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Agreement } from './enrolment/agreement.entity';
import { Participation, ParticipationMove } from './enrolment/participation.entity';
import { Session } from './enrolment/session.entity';
import { Export, ExportPart } from './data-rights/export.entity';
import { Account } from './identity/account.entity';
import { AccountNote } from './identity/account-note.entity';
import { Demographics } from './identity/demographics.entity';
import { LinkedIdentity } from './identity/linked-identity.entity';
import { OidcFlow } from './identity/oidc-flow.entity';
import { ParticipationLink } from './identity/participation-link.entity';
import { PasswordReset } from './identity/password-reset.entity';
import { ProvenIdentity } from './identity/proven-identity.entity';
import { RosterAccess } from './identity/roster-access.entity';
import { SamlConnection, SamlDomain } from './identity/saml/saml-connection.entity';
import {
  SamlAssertion,
  SamlCode,
  SamlRequest,
  SsoToken,
} from './identity/saml/saml-sign-on.entity';
import {
  Passkey,
  PasskeyRegistration,
  RecoveryCode,
  SecondFactorChallenge,
  Totp,
} from './identity/second-factor.entity';
import { SpentToken } from './identity/spent-token.entity';
import { Token } from './identity/token.entity';
import { Verification } from './identity/verification.entity';
import { Attempt } from './platform/attempt.entity';
import { Audit, AuditSeal } from './platform/audit.entity';
import { Done } from './platform/done.entity';
import { Mail } from './platform/mail.entity';
import { StoredObject } from './platform/object.entity';
import { Outbox } from './platform/outbox.entity';
import { Invitation } from './researchers/invitation.entity';
import { Organization } from './researchers/organization.entity';
import { Review } from './researchers/review.entity';
import { Consent } from './studies/consent.entity';
import { Study } from './studies/study.entity';

/** Every table of the product, for the pool and for the drift check. */
export const entities: readonly EntityTarget<ObjectLiteral>[] = [
  Outbox,
  Done,
  Mail,
  Attempt,
  StoredObject,
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
  ProvenIdentity,
  SpentToken,
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
  ParticipationMove,
  Agreement,
];
