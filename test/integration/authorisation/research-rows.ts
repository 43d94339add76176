import { countParticipants } from '../../../contracts/participants';
import * as participations from '../../../contracts/participations';
import * as sessions from '../../../contracts/sessions';
import * as studies from '../../../contracts/studies';
import { newStudy } from '../studies/fixtures';
import { row, signedIn, all, type Row } from './row';

const U = 'unauthenticated';
const F = 'forbidden';
const N = 'not_found';
const consent = { title: 'Consent', body_markdown: 'I agree.' };

/**
 * Pending and failed researchers ask for their own studies, everybody else for the approved one's.
 */
export const researchRows: readonly Row[] = [
  //                          visitor  participant  unverified  other  pending  failed  approved
  // other researcher  administrator
  row(studies.listStudies, all(200)),
  row(
    studies.listStudies,
    [U, F, F, F, 200, 200, 200, 200, F],
    () => ({ query: { scope: 'mine' } }),
    'the own ones',
  ),
  row(studies.createStudy, [U, F, F, F, 201, 201, 201, 201, F], () => ({ body: newStudy })),
  row(
    studies.readStudy,
    all(200),
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'that recruits',
  ),
  row(
    studies.readStudy,
    [N, N, N, N, 200, 200, 200, N, N],
    async (scene) => ({ params: { id: await scene.study() } }),
    'a draft',
  ),
  row(
    studies.changeStudy,
    [U, N, N, N, 200, 200, 200, N, N],
    async (scene) => ({ params: { id: await scene.study() }, body: { title: 'Other' } }),
    'a draft',
  ),
  row(
    studies.changeStudy,
    [U, F, F, F, F, F, 200, F, F],
    async (scene) => ({
      params: { id: (await scene.recruiting()).study_id },
      body: { title: 'Other' },
    }),
    'the approved researcher’s, which everybody sees',
  ),
  row(studies.archiveStudy, [U, N, N, N, 204, 204, 204, N, N], async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(studies.publishConsent, [U, N, N, N, 200, 200, 200, N, N], async (scene) => ({
    params: { id: await scene.study() },
    body: consent,
  })),
  row(
    studies.readConsent,
    all(200),
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of one that recruits',
  ),
  row(
    studies.readConsent,
    [N, N, N, N, 200, 200, 200, N, N],
    async (scene) => ({ params: { id: (await scene.session()).study } }),
    'of a draft',
  ),

  row(sessions.createSession, [U, F, F, F, 201, 201, 201, N, F], async (scene) => ({
    params: { id: await scene.study() },
    body: { capacity: 3 },
  })),
  row(sessions.listSessions, [U, F, F, F, 200, 200, 200, 200, F]),
  row(sessions.readSession, [U, F, F, F, 200, 200, 200, N, F], async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(sessions.changeSession, [U, F, F, F, 200, 200, 200, N, F], async (scene) => ({
    params: { id: (await scene.session()).session },
    body: { capacity: 5 },
  })),
  // DOMAIN 1: review never takes the routes away, but only an approved researcher launches into the
  // catalogue.
  row(
    sessions.changeSession,
    [U, F, F, F, 'researcher_not_approved', 'researcher_not_approved', 200, N, F],
    async (scene) => ({
      params: { id: (await scene.session()).session },
      body: { state: 'active' },
    }),
    'launching',
  ),
  row(sessions.readRoster, [U, F, F, F, 200, 200, 200, N, F], async (scene) => ({
    params: { id: (await scene.session()).session },
  })),

  row(countParticipants, [U, F, F, F, 200, 200, 200, 200, F], () => ({ query: { age_min: '18' } })),

  row(
    participations.enrol,
    [U, 201, 'email_not_verified', 201, 201, 201, 201, 201, 201],
    async (scene) => {
      const { session_id, consent: read } = await scene.recruiting();
      return { params: { id: session_id }, body: { consent: read } };
    },
  ),
  row(participations.listParticipations, signedIn(200)),
  row(
    participations.moveParticipation,
    [U, 200, N, N, N, N, F, N, N],
    async (scene) => ({ params: { id: await scene.participation() }, body: { action: 'start' } }),
    'a participant’s move',
  ),
  row(
    participations.moveParticipation,
    [U, F, N, N, N, N, 200, N, N],
    async (scene) => ({
      params: { id: await scene.participation() },
      body: { action: 'nullify', reason: 'Tested only' },
    }),
    'a researcher’s move',
  ),
];
