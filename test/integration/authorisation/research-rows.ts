import * as receipts from '../../../contracts/enrolment/agreement-receipts';
import * as comprehension from '../../../contracts/studies/comprehension';
import { countParticipants } from '../../../contracts/enrolment/participants';
import * as consents from '../../../contracts/studies/consents';
import * as externalReturns from '../../../contracts/external-returns/external-returns';
import * as participations from '../../../contracts/enrolment/participations';
import * as fits from '../../../contracts/catalogue/eligibility-fits';
import * as insights from '../../../contracts/enrolment/session-insights';
import * as ownStudies from '../../../contracts/studies/own-studies';
import * as rosters from '../../../contracts/enrolment/rosters';
import * as sessions from '../../../contracts/enrolment/sessions';
import * as studies from '../../../contracts/studies/studies';
import { newStudy } from '../studies/fixtures';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from './row';

const consent = { title: 'Consent', body_markdown: 'I agree.' };

const returned = {
  session: '018f0000-0000-7000-8000-000000000001',
  participant: 'a'.repeat(32),
  outcome: 'completed',
};

/**
 * The expected answers where the policies `study.read`, `study.edit`, `session.manage` and
 * `session.read` decide: people other than the owner get 404.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;
/** Policy `study.list`, for the list of a person's own studies. */
const listedToBuilders: ExpectedAnswers = {
  visitor: 'unauthenticated',
  researchers: 200,
  builder: 200,
  'everybody else': 'forbidden',
};

/**
 * Pending and failed researchers request their own studies. All other personas request studies of
 * the approved researcher.
 */
export const researchMatrixRows: readonly AuthorisationRow[] = [
  row(studies.listStudies, 200),
  row(studies.listStudies, listedToBuilders, { query: { scope: 'mine' } }, 'the own ones'),
  row(studies.createStudy, 201, { body: { ...newStudy, runtime: null } }),
  row(
    fits.readEligibilityFits,
    200,
    async (scene) => ({ query: { session: (await scene.recruiting()).session_id } }),
    'of a session that recruits',
  ),
  row(
    studies.readStudy,
    200,
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'that recruits',
  ),
  row(
    studies.readStudy,
    toOwner(200),
    async (scene) => ({ params: { id: await scene.study() } }),
    'a draft',
  ),
  row(
    studies.changeStudy,
    toOwner(200),
    async (scene) => ({ params: { id: await scene.study() }, body: { title: 'Other' } }),
    'a draft',
  ),
  row(
    studies.changeStudy,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => ({
      params: { id: (await scene.recruiting()).study_id },
      body: { title: 'Other' },
    }),
    'the approved researcher’s, which everybody sees',
  ),
  row(ownStudies.archiveStudy, toOwner(204), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(
    ownStudies.setStudyArchived,
    toOwner(200),
    async (scene) => ({ params: { id: await scene.study() }, body: { archived: false } }),
    'a draft',
  ),
  row(
    ownStudies.copyStudy,
    toOwner(201),
    async (scene) => ({ params: { id: await scene.study() } }),
    'a draft',
  ),
  row(consents.publishConsent, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
    body: consent,
  })),
  row(consents.listConsentVersions, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).study },
  })),
  row(
    consents.listConsentVersions,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of one that recruits',
  ),
  row(
    consents.readConsentVersion,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => {
      const { study_id, consent } = await scene.recruiting();
      return { params: { id: study_id, version: consent._id } };
    },
    'of one that recruits',
  ),
  row(consents.publishConsentDraft, toOwner(200), async (scene) => {
    const { study, draft } = await scene.copy();
    return { params: { id: study, version: draft } };
  }),
  row(
    consents.withdrawConsent,
    { approved: 200, administrator: 200, 'everybody else': 'forbidden' },
    async (scene) => {
      const { study_id, consent } = await scene.recruiting();
      return {
        params: { id: study_id, version: consent._id },
        body: { state: 'invalid', reason: 'It was wrong.' },
      };
    },
    'of one that recruits',
  ),
  row(
    consents.readConsent,
    200,
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of one that recruits',
  ),
  row(
    consents.readConsent,
    toOwner(200),
    async (scene) => ({ params: { id: (await scene.session()).study } }),
    'of a draft',
  ),

  row(sessions.createSession, toOwner(201), async (scene) => ({
    params: { id: await scene.study() },
    body: { capacity: 3 },
  })),
  row(sessions.listSessions, 200),
  row(sessions.readSession, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(sessions.changeSession, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).session },
    body: { capacity: 5 },
  })),
  // docs/domain.md, 1: researchers without approval may make these calls, too, but only an approved
  // researcher may launch a session into the catalogue.
  row(
    sessions.changeSession,
    {
      ...toOwner(200),
      pending: 'researcher_not_approved',
      failed: 'researcher_not_approved',
    },
    async (scene) => ({
      params: { id: (await scene.session()).session },
      body: { state: 'active' },
    }),
    'launching',
  ),
  row(rosters.readRoster, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).session },
  })),

  row(insights.readSessionProgress, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(insights.listSessionMedianDurations, 200),
  row(
    insights.decideOnManyParticipations,
    { approved: 'validation_failed', 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: (await scene.rosterLine()).id },
      body: { decisions: [{ tag: 'f'.repeat(16), decision: { action: 'approve' } }] },
    }),
    'about a tag that nobody has',
  ),

  row(
    countParticipants,
    {
      visitor: 'unauthenticated',
      pending: 'researcher_not_approved',
      failed: 'researcher_not_approved',
      approved: 200,
      'other researcher': 200,
      'everybody else': 'forbidden',
    },
    { query: { age_min: '18' } },
  ),

  row(
    participations.enrol,
    // docs/domain.md, 1: the owner of the study cannot enrol in it.
    { unverified: 'email_not_verified', approved: 'own_study', 'everybody else': 201 },
    async (scene) => {
      const { session_id, consent: read } = await scene.recruiting();
      return { params: { id: session_id }, body: { consent: read } };
    },
  ),
  row(
    comprehension.readComprehension,
    { unverified: 'email_not_verified', approved: 'own_study', 'everybody else': 200 },
    async (scene) => ({ params: { id: (await scene.recruiting()).session_id } }),
  ),
  row(
    comprehension.answerComprehension,
    // The consent form of this session has no questions, so the server concludes that the answers
    // in the request belong to a different form.
    {
      unverified: 'email_not_verified',
      approved: 'own_study',
      'everybody else': 'consent_changed',
    },
    async (scene) => {
      const { session_id, consent: read } = await scene.recruiting();
      return { params: { id: session_id }, body: { consent: read, answers: [0] } };
    },
  ),
  row(participations.listParticipations, 200),
  row(
    participations.changeParticipationState,
    { participant: 200, approved: 'forbidden', 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.participation() }, body: { action: 'start' } }),
    'a participant’s move',
  ),
  row(
    participations.changeParticipationState,
    { participant: 'forbidden', 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: await scene.participation() },
      body: { action: 'nullify', reason: 'Tested only' },
    }),
    'a researcher’s move in an anonymous session',
  ),
  row(
    receipts.readAgreementReceipt,
    { participant: 200, visitor: 'unauthenticated', 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.participation() } }),
  ),
  row(
    rosters.decideOnRosterEntry,
    { approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({
      params: await scene.rosterLine(),
      body: { action: 'nullify', reason: 'Tested only' },
    }),
  ),
  row(
    participations.changeParticipationState,
    { participant: 'forbidden', approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: await scene.participation({ privacy_level: 'roster_on_start' }) },
      body: { action: 'nullify', reason: 'Tested only' },
    }),
    'a researcher’s move',
  ),

  row(externalReturns.readExternalReturns, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(externalReturns.renewExternalSecret, toOwner(200), async (scene) => ({
    params: { id: (await scene.session()).session },
    body: { renew_secret: true },
  })),
  row(
    externalReturns.readExternalStudyLink,
    { participant: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.participation() } }),
  ),
  row(
    externalReturns.returnByCode,
    { participant: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.participation() }, body: { code: 'AAAAAAAA' } }),
  ),
  row(externalReturns.returnByRedirect, 200, { body: { ...returned, signature: 'wrong' } }),
  row(externalReturns.returnByServer, 'invalid_return_token', {
    body: { ...returned, token: 'wrong' },
  }),
];
