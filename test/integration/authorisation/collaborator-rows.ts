import * as collaborators from '../../../contracts/collaborators/collaborators';
import * as transfer from '../../../contracts/collaborators/study-transfer';
import { Secrets } from '../../../server/platform/security/secrets';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from './row';
import type { MatrixCellFixtures } from './personas';

/**
 * The expected answers to calls about the caller's own draft. Pending and failed researchers
 * request a study of their own. All others request the approved researcher's draft, which only this
 * researcher can find. collaborators/roles.spec.ts tests editors, viewers and removed
 * collaborators.
 */
const toOwner = (cell: ExpectedAnswer): ExpectedAnswers => ({
  pending: cell,
  failed: cell,
  approved: cell,
  'everybody else': 'not_found',
});
/**
 * The expected answers of the policy `collaborator.answer` for a study that belongs to no class:
 * only researchers can have a role in such a study.
 */
const toResearchers: ExpectedAnswers = { builder: 'forbidden', 'everybody else': 200 };
const body = { email: 'invited@people.test', role: 'viewer' };
const invited = async (scene: MatrixCellFixtures) => {
  const id = await scene.study();
  const answer = await scene.run
    .http()
    .post(`/api/studies/${id}/collaborators/`)
    .set(scene.researcher.headers)
    .send(body)
    .expect(201);
  const invitation = (answer.body as { _id: string })._id;
  const key = scene.run.app.get(Secrets).linkKey('study-invitation', invitation);
  return { id, invitation, key };
};
/** Makes the persona 'other participant' a researcher and an editor of the study. */
const withEditor = async (
  scene: MatrixCellFixtures,
  account = scene.cast['other participant']._id,
) => {
  const id = await scene.study();
  await scene.run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
     VALUES ($1, $2, 'editor', now())`,
    [account, id],
  );
  return { id, account };
};

/** Offers the study's editor role to the persona 'other participant' or to the given account. */
const withOffer = async (scene: MatrixCellFixtures, to: { account?: string; email?: string }) => {
  const { id, account } = await withEditor(scene, to.account);
  await scene.run
    .http()
    .post(`/api/studies/${id}/transfer/`)
    .set(scene.researcher.headers)
    .send({ ...(to.email ? { email: to.email } : { account }), stays: true })
    .expect(201);
  return { id };
};
const offerKey = async (scene: MatrixCellFixtures) => {
  const { id } = await withOffer(scene, { email: 'next@people.test' });
  const [offer] = await scene.run.source.query<{ id: string }[]>(
    `SELECT id FROM identity.study_offer WHERE study_id = $1`,
    [id],
  );
  return scene.run.app.get(Secrets).linkKey('study-offer', offer?.id ?? '');
};

export const collaboratorMatrixRows: readonly AuthorisationRow[] = [
  row(collaborators.readCollaborators, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(collaborators.inviteCollaborator, toOwner(201), async (scene) => ({
    params: { id: await scene.study() },
    body,
  })),
  row(collaborators.withdrawStudyInvitation, toOwner(204), async (scene) => {
    const { id, invitation } = await invited(scene);
    return { params: { id, invitation } };
  }),
  row(collaborators.changeCollaborator, toOwner(200), async (scene) => ({
    params: await withEditor(scene),
    body: { role: 'viewer' },
  })),
  row(collaborators.setRosterAccess, toOwner(200), async (scene) => ({
    params: await withEditor(scene),
    body: { open: true },
  })),
  row(collaborators.removeCollaborator, toOwner(204), async (scene) => ({
    params: await withEditor(scene),
  })),
  row(collaborators.readOfferedRole, toResearchers, async (scene) => ({
    body: { key: (await invited(scene)).key },
  })),
  row(collaborators.answerStudyInvitation, toResearchers, async (scene) => ({
    body: { key: (await invited(scene)).key, answer: 'decline' },
  })),
  row(transfer.offerStudy, toOwner(201), async (scene) => {
    const { id, account } = await withEditor(scene);
    return { params: { id }, body: { account, stays: true } };
  }),
  row(transfer.withdrawStudyOffer, toOwner(204), async (scene) => ({
    params: await withOffer(scene, {}),
  })),
  row(
    transfer.answerStudyOffer,
    { 'other researcher': 204, 'everybody else': 'not_found' },
    async (scene) => ({
      params: await withOffer(scene, { account: scene.cast['other researcher']._id }),
      body: { answer: 'decline' },
    }),
  ),
  row(transfer.answerStudyOfferByKey, 200, async (scene) => ({
    body: { key: await offerKey(scene), answer: 'decline' },
  })),
];
