import { randomUUID } from 'node:crypto';
import * as accounts from '../../../contracts/accounts/accounts';
import { readAudit } from '../../../contracts/audit/audit';
import * as dataRights from '../../../contracts/data-rights/data-rights';
import * as deletionRequests from '../../../contracts/accounts/deletion-requests';
import * as demographics from '../../../contracts/accounts/demographics';
import * as operator from '../../../contracts/operator/operator';
import * as passwords from '../../../contracts/authentication/passwords';
import * as researchers from '../../../contracts/researchers/researchers';
import * as signIns from '../../../contracts/authentication/sign-ins';
import * as userAdministration from '../../../contracts/accounts/user-administration';
import { freshEmail, registrationBody } from '../accounts/account-requests';
import { row, type AuthorisationRow } from './row';

const key = 'k'.repeat(43);

/**
 * The rows of the authorisation matrix about accounts, their administration, and the rights of
 * people about their data.
 */
export const accountMatrixRows: readonly AuthorisationRow[] = [
  row(accounts.register, 201, () => ({ body: registrationBody(freshEmail()) })),
  row(accounts.readProfile, 200),
  row(accounts.changeProfile, 200, { body: { first_name: 'Ada' } }),
  row(accounts.changeProfile, 202, { body: { action: 'email-verify' } }, 'email-verify'),
  row(
    accounts.changeProfile,
    'invalid_key',
    { body: { action: 'activate', key } },
    'activate, by its key alone',
  ),
  row(
    accounts.changeProfile,
    204,
    { body: { action: 'remove-token', token: key } },
    'remove-token, by the token alone',
  ),
  row(accounts.deleteAccount, { researchers: 'researcher_deletion', 'everybody else': 202 }),
  row(
    accounts.readUser,
    { participant: 200, administrator: 200, 'everybody else': 'not_found' },
    ({ cast }) => ({ params: { id: cast.participant._id } }),
    'the participant’s',
  ),
  row(
    accounts.readUser,
    { approved: 200, administrator: 200, 'everybody else': 'not_found' },
    ({ cast }) => ({ params: { id: cast.approved._id } }),
    'the approved researcher’s',
  ),
  row(
    accounts.readPublicProfile,
    200,
    ({ cast }) => ({ params: { id: cast.approved._id } }),
    'a researcher’s',
  ),
  row(
    accounts.readPublicProfile,
    'not_found',
    ({ cast }) => ({ params: { id: cast.participant._id } }),
    'a participant’s',
  ),
  row(accounts.findUsers, 200, {
    query: { text: 'Ada' },
  }),
  row(userAdministration.changeUser, 200, ({ cast }) => ({
    params: { id: cast['other participant']._id },
    body: { disabled: false, reason: 'Asked for' },
  })),
  row(
    userAdministration.changeUser,
    200,
    ({ cast }) => ({
      params: { id: cast['other participant']._id },
      body: { role: 'ADMINISTRATOR', reason: 'Asked for' },
    }),
    'the role',
  ),
  row(
    userAdministration.changeUser,
    'forbidden',
    ({ cast, me }) => ({
      params: { id: (me ?? cast.participant)._id },
      body: { role: 'ADMINISTRATOR', disabled: true, reason: 'Me' },
    }),
    'of oneself',
  ),
  row(deletionRequests.askForDeletion, 201),
  row(deletionRequests.readDeletionRequest, 200),
  row(deletionRequests.takeBackDeletionRequest, 204),
  row(operator.readOperator, 200),
  row(operator.readOperatorPage, 'not_found', { params: { name: 'terms' } }),
  row(operator.readTermsAcceptance, 200),
  row(operator.acceptTerms, 'validation_failed', { body: { version: 'f'.repeat(64) } }),
  row(userAdministration.deleteUser, 202, ({ cast }) => ({
    params: { id: cast['other researcher']._id },
    body: { reason: 'Asked for' },
  })),
  row(passwords.requestReset, 202, { body: { email: 'nobody@uni.test' } }),
  row(
    passwords.resetPassword,
    'invalid_code',
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
  row(demographics.readDemographics, 200),
  row(demographics.changeDemographics, 200, { body: { education_level: 'master' } }),

  row(readAudit, 200),

  row(signIns.listSignIns, 200),
  row(
    signIns.endSignIn,
    { participant: 204, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.signIn() } }),
    'the participant’s',
  ),
  row(signIns.endSignIns, 200),

  row(dataRights.requestExport, 202),
  row(dataRights.listExports, 200),
  row(
    dataRights.readExport,
    { participant: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.export() } }),
    'the participant’s',
  ),
  row(
    dataRights.deleteExport,
    { participant: 204, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.export() } }),
    'the participant’s',
  ),
  row(dataRights.listRosterAccesses, 200),

  row(researchers.listReviews, 200),
  row(researchers.readOwnReview, 200),
  row(researchers.decideReview, 200, async (scene) => ({
    params: { user_id: await scene.review() },
    body: { decision: 'approve', reason: 'Known' },
  })),
  row(researchers.createInvitation, 201, { body: { max_uses: 3 } }),
  row(researchers.listInvitations, 200),
  row(researchers.changeInvitation, 200, async (scene) => ({
    params: { id: await scene.invitation() },
    body: { max_uses: 7 },
  })),
  row(
    researchers.changeInvitation,
    'not_found',
    () => ({ params: { id: randomUUID() }, body: { revoked: true } }),
    'nobody’s',
  ),
  row(researchers.findOrganizations, 200, { query: { org: 'Yale' } }),
];
