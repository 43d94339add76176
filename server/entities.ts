import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Agreement } from './enrolment/agreement.entity';
import { Participation, ParticipationMove } from './enrolment/participation.entity';
import { Session } from './enrolment/session.entity';
import { Account } from './identity/account.entity';
import { Demographics } from './identity/demographics.entity';
import { ParticipationLink } from './identity/participation-link.entity';
import { PasswordReset } from './identity/password-reset.entity';
import { RosterAccess } from './identity/roster-access.entity';
import { Token } from './identity/token.entity';
import { Verification } from './identity/verification.entity';
import { Attempt } from './platform/attempt.entity';
import { Done } from './platform/done.entity';
import { Mail } from './platform/mail.entity';
import { StoredObject } from './platform/object.entity';
import { Outbox } from './platform/outbox.entity';
import { Invitation } from './researchers/invitation.entity';
import { Review } from './researchers/review.entity';
import { Consent } from './studies/consent.entity';
import { Study } from './studies/study.entity';

/** Every table of the product, for the pool and for the drift check. */
export const entities: readonly EntityTarget<ObjectLiteral>[] = [
  Outbox, Done, Mail, Attempt, StoredObject,
  Account, Token, Verification, PasswordReset, Demographics, ParticipationLink, RosterAccess,
  Invitation, Review,
  Study, Consent,
  Session, Participation, ParticipationMove, Agreement,
];
