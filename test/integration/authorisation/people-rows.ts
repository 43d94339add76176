import { randomUUID } from 'node:crypto';
import * as accounts from '../../../contracts/accounts';
import { readAudit } from '../../../contracts/audit';
import * as dataRights from '../../../contracts/data-rights';
import * as researchers from '../../../contracts/researchers';
import * as signIns from '../../../contracts/sign-ins';
import { freshEmail, signUp } from '../accounts/people-of';
import { administrators, all, row, signedIn, type Row } from './row';

const U = 'unauthenticated';
const F = 'forbidden';
const N = 'not_found';
const key = 'k'.repeat(43);

/** Accounts, their administration and what people may do about their own data. */
export const peopleRows: readonly Row[] = [
  //                          visitor  participant  unverified  other  pending  failed  approved
  // other researcher  administrator
  row(accounts.register, all(201), () => ({ body: signUp(freshEmail()) })),
  row(accounts.readProfile, signedIn(200)),
  row(accounts.changeProfile, signedIn(200), () => ({ body: { first_name: 'Ada' } })),
  row(
    accounts.changeProfile,
    signedIn(202),
    () => ({ body: { action: 'email-verify' } }),
    'email-verify',
  ),
  row(
    accounts.changeProfile,
    all('invalid_key'),
    () => ({ body: { action: 'activate', key } }),
    'activate, by its key alone',
  ),
  row(
    accounts.changeProfile,
    all(204),
    () => ({ body: { action: 'remove-token', token: key } }),
    'remove-token, by the token alone',
  ),
  row(accounts.deleteAccount, [
    U,
    202,
    202,
    202,
    'researcher_deletion',
    'researcher_deletion',
    'researcher_deletion',
    'researcher_deletion',
    202,
  ]),
  row(
    accounts.readUser,
    [U, 200, N, N, N, N, N, N, 200],
    ({ cast }) => ({ params: { id: cast.participant._id } }),
    'the participant’s',
  ),
  row(
    accounts.readUser,
    [U, N, N, N, N, N, 200, N, 200],
    ({ cast }) => ({ params: { id: cast.approved._id } }),
    'the approved researcher’s',
  ),
  row(
    accounts.readPublicProfile,
    all(200),
    ({ cast }) => ({ params: { id: cast.approved._id } }),
    'a researcher’s',
  ),
  row(
    accounts.readPublicProfile,
    all(N),
    ({ cast }) => ({ params: { id: cast.participant._id } }),
    'a participant’s',
  ),
  row(accounts.findUsers, [U, F, F, F, 200, 200, 200, 200, 200], () => ({
    query: { text: 'Ada' },
  })),
  row(accounts.changeUser, administrators(200), ({ cast }) => ({
    params: { id: cast['other participant']._id },
    body: { disabled: false, reason: 'Asked for' },
  })),
  row(
    accounts.changeUser,
    administrators(200),
    ({ cast }) => ({
      params: { id: cast['other participant']._id },
      body: { role: 'ADMINISTRATOR', reason: 'Asked for' },
    }),
    'the role',
  ),
  row(
    accounts.changeUser,
    administrators(F),
    ({ cast, me }) => ({
      params: { id: (me ?? cast.participant)._id },
      body: { role: 'ADMINISTRATOR', disabled: true, reason: 'Me' },
    }),
    'of oneself',
  ),
  row(accounts.deleteUser, administrators(202), ({ cast }) => ({
    params: { id: cast['other researcher']._id },
    body: { reason: 'Asked for' },
  })),
  row(accounts.requestReset, all(202), () => ({ body: { email: 'nobody@uni.test' } })),
  row(
    accounts.resetPassword,
    all('invalid_code'),
    ({ cast }) => ({
      body: {
        email: cast.participant.email,
        code: 'ABCDEFGH',
        password: 'Correct-Horse-1',
        password_confirmation: 'Correct-Horse-1',
      },
    }),
    'by its code alone',
  ),
  row(accounts.readDemographics, signedIn(200)),
  row(accounts.changeDemographics, signedIn(200), () => ({ body: { education_level: 'master' } })),

  row(readAudit, administrators(200)),

  row(signIns.listSignIns, signedIn(200)),
  row(
    signIns.endSignIn,
    [U, 204, N, N, N, N, N, N, N],
    async (scene) => ({ params: { id: await scene.signIn() } }),
    'the participant’s',
  ),
  row(signIns.endSignIns, signedIn(200)),

  row(dataRights.requestExport, signedIn(202)),
  row(dataRights.listExports, signedIn(200)),
  row(
    dataRights.readExport,
    [U, 200, N, N, N, N, N, N, N],
    async (scene) => ({ params: { id: await scene.export() } }),
    'the participant’s',
  ),
  row(
    dataRights.deleteExport,
    [U, 204, N, N, N, N, N, N, N],
    async (scene) => ({ params: { id: await scene.export() } }),
    'the participant’s',
  ),
  row(dataRights.listRosterAccesses, signedIn(200)),

  row(researchers.listReviews, administrators(200)),
  row(researchers.readOwnReview, signedIn(200)),
  row(researchers.decideReview, administrators(200), async (scene) => ({
    params: { user_id: await scene.review() },
    body: { decision: 'approve', reason: 'Known' },
  })),
  row(researchers.createInvitation, administrators(201), () => ({ body: { max_uses: 3 } })),
  row(researchers.listInvitations, administrators(200)),
  row(researchers.changeInvitation, administrators(200), async (scene) => ({
    params: { id: await scene.invitation() },
    body: { max_uses: 7 },
  })),
  row(
    researchers.changeInvitation,
    administrators(N),
    () => ({ params: { id: randomUUID() }, body: { revoked: true } }),
    'nobody’s',
  ),
  row(researchers.findOrganizations, all(200), () => ({ query: { org: 'Yale' } })),
];
