import { participationEndMails } from './mails/ended.mail';
import { enrolmentErrors } from '../../contracts/enrolment/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { overturnedDecisionMails } from './mails/overturned.mail';
import { sessionClosingMails } from './mails/closing.mail';
import { enrolmentMails } from './mails/participation.mail';
import { enrolmentRateLimits } from './enrolment.rate-limits';
import { participationPolicies } from './participations/participation.policy';
import { participantsPolicies } from './eligibility/participants.policy';
import { sessionPolicies } from './sessions/session.policy';
import * as receiptsContract from '../../contracts/enrolment/agreement-receipts';
import * as comprehensionContract from '../../contracts/studies/comprehension';
import * as participantsContract from '../../contracts/enrolment/participants';
import * as participationsContract from '../../contracts/enrolment/participations';
import * as insightsContract from '../../contracts/enrolment/session-insights';
import * as rostersContract from '../../contracts/enrolment/rosters';
import * as sessionsContract from '../../contracts/enrolment/sessions';
import { defineContext, endpointsOf } from '../platform/context/context';
import { enrolmentErasure } from './enrolment.erasure';
import { enrolmentExports } from './enrolment.exports';
import { enrolmentEvents } from './enrolment.events';
import { EnrolmentModule } from './enrolment.module';
import { Agreement } from './model/agreement.entity';
import { ComprehensionTries } from './model/comprehension.entity';
import { ParticipationLink } from './links/participation-link.entity';
import { Participation, ParticipationTransition } from './model/participation.entity';
import { RosterAccess } from './model/roster-access.entity';
import { DeadlinesJob } from './deadlines/deadlines.job';
import { ClosingNoticesJob } from './deadlines/closing-notices.job';
import { LeaseRemindersJob } from './deadlines/lease-reminders.job';
import { ForgetAccountReferencesJob } from './links/forget-account-references.job';
import { SealAgreementsJob } from './agreements/seal-agreements.job';
import { EncryptParticipationLinksJob } from './links/seal-links.job';
import { OwnerDisabledConsumer } from './change-session/owner-disabled.consumer';
import { Session } from './model/session.entity';
import { studyOfSession } from './model/study-of-session';
import { SessionChange } from './model/session-change.entity';
import { SessionSearchText } from './model/session-words.entity';
import { PendingDecision } from './model/pending-decision.entity';
import { ApplyOrDropPendingDecisionsJob } from './decisions/settle-decisions.job';
import { enrolmentTexts } from './enrolment-texts';

const pseudonymous = {
  stays: 'a pseudonym that nobody can lead back once the link is erased',
} as const;

const keyPurposes = [
  'participant-count',
  'participation-link',
  'participation-list',
  'pseudonym',
  'roster-entry',
  'roster-tag',
] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const enrolment = defineContext({
  name: 'enrolment',
  about: 'Sessions, seats, participations, waitlist, agreements, rosters.',
  texts: [enrolmentTexts],
  errors: declareErrors(enrolmentErrors, (code, values) =>
    enrolmentTexts.sentence(`error.${code}`, values),
  ),
  modules: [EnrolmentModule],
  controllers: async () => [
    (await import('./sessions.controller.js')).SessionsController,
    (await import('./insights/insights.controller.js')).InsightsController,
    (await import('./participations.controller.js')).ParticipationsController,
    (await import('./eligibility/participants.controller.js')).ParticipantsController,
  ],
  endpoints: [
    comprehensionContract,
    participantsContract,
    participationsContract,
    receiptsContract,
    insightsContract,
    rostersContract,
    sessionsContract,
  ].flatMap(endpointsOf),
  events: enrolmentEvents,
  studyOf: { session: studyOfSession },
  policies: [...sessionPolicies, ...participationPolicies, ...participantsPolicies],
  consumers: { enrolment: OwnerDisabledConsumer },
  mails: [enrolmentMails, participationEndMails, overturnedDecisionMails, sessionClosingMails],
  views: {
    'research.recruitment': 'a session and its seats, without anybody who takes part',
    'research.recruitment_words':
      'title and description of a launched session as a search compares them',
  },
  limits: Object.values(enrolmentRateLimits),
  jobs: [
    DeadlinesJob,
    LeaseRemindersJob,
    ClosingNoticesJob,
    ForgetAccountReferencesJob,
    SealAgreementsJob,
    EncryptParticipationLinksJob,
    ApplyOrDropPendingDecisionsJob,
  ],
  tables: [
    {
      entity: Session,
      holds: 'a session of a study: capacity, dates, counts, the terms frozen at its launch',
      personalData: {
        about: 'the researcher who owns the study',
        erased: { stays: 'research outlives its owner' },
        exported: { in: 'studies' },
      },
      retention: { kept: 'for ever; of a class study with the study' },
    },
    {
      entity: SessionSearchText,
      holds: 'title and description of a launched session, folded for the search of the catalogue',
      personalData: {
        about: 'the researcher who owns the study',
        erased: { stays: 'research outlives its owner' },
        exported: { not: 'the words of the session, which the file of studies has' },
      },
      retention: { kept: 'as long as the session: for ever' },
    },
    {
      entity: SessionChange,
      holds: 'what a researcher, or the product, changed about a launched session, when',
      personalData: {
        about: 'the researcher who changed it',
        erased: { stays: 'an id that leads to nobody once the account is erased' },
        exported: { not: 'it tells of the session, which the file of studies has' },
      },
      retention: { kept: 'as long as the session: for ever' },
    },
    {
      entity: Participation,
      holds: 'a seat or a place on the waitlist, under a pseudonym of its study and privacy level',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: pseudonymous,
        exported: { in: 'participations' },
      },
      retention: { kept: 'for ever: research data; of a class study with the study' },
    },
    {
      entity: ParticipationTransition,
      holds: 'a change of state of a participation: when, by whom, why',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: pseudonymous,
        exported: { in: 'participations' },
      },
      retention: { kept: 'for ever: research data; of a class study with the study' },
    },
    {
      entity: PendingDecision,
      holds:
        'what a researcher decided by the list of an anonymous session about a participation that had ' +
        'gone on since: the list shows it until it is made or dropped',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: pseudonymous,
        exported: {
          not: 'it is no decision about the person until it is made; then it is in participations',
        },
      },
      retention: { kept: 'until it is made or dropped, when the day (UTC) is over' },
    },
    {
      entity: Agreement,
      holds: 'what a participant agreed to: version and fingerprint, when, how',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: pseudonymous,
        exported: { in: 'agreements' },
      },
      retention: { kept: 'for ever: evidence of consent; of a class study with the study' },
    },
    {
      entity: ComprehensionTries,
      holds: 'how often somebody answered the questions of a consent form, and whether they passed',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: pseudonymous,
        exported: {
          not: 'the agreement, which is in the copy, has how many questions were passed',
        },
      },
      retention: {
        kept: 'until 90 days after the last try',
        expires: { key: 'id', where: "kept_until <= ($1::timestamptz AT TIME ZONE 'UTC')::date" },
      },
    },
    {
      entity: ParticipationLink,
      holds:
        'whose account a participation belongs to, as a keyed hash and sealed; only ' +
        'commonlab_link reads the sealed account',
      sealed: [{ column: 'account', purpose: 'participation-link', row: 'participation_id' }],
      personalData: {
        about: 'the participant',
        erased: { by: 'statement' },
        exported: { in: 'participations' },
      },
      retention: {
        kept:
          'as long as the account; in anonymous sessions the sealed account until seven days after a ' +
          'last transition that none can follow, 37 days after a rejection or a cancellation, 90 days ' +
          'after any other',
      },
    },
    {
      entity: RosterAccess,
      holds: 'which researcher saw the name of which participant, when',
      personalData: {
        about: 'the participant, and the researcher',
        erased: { by: 'foreign key' },
        exported: { in: 'roster-accesses' },
      },
      retention: { kept: "as long as the participant's account" },
    },
  ],
  keyPurposes,
  erasure: enrolmentErasure,
  exportFiles: enrolmentExports,
});
