import * as uploads from '../../../../contracts/resources/uploads';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import type { TestPerson } from '../../../support/people/people';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from '../row';
import type { MatrixCellFixtures } from '../personas';

/**
 * The expected answers of the policy `upload.own`. Pending and failed researchers request an upload
 * of their own. All others request an upload of the approved researcher, which only this researcher
 * can find.
 */
const toOwner = (cell: ExpectedAnswer): ExpectedAnswers => ({
  pending: cell,
  failed: cell,
  approved: cell,
  'everybody else': 'not_found',
});

/**
 * Describes a new file in the root folder of a researcher. If the person has no root folder, uses
 * the id of a folder that does not exist.
 */
async function fileOf({ run }: MatrixCellFixtures, who: TestPerson) {
  const answer = await run.http().get('/api/folders/').set(who.headers);
  const [root] = (answer.body as { items?: { _id: string }[] }).items ?? [];
  const folder_id = root?._id ?? timeOrderedId();
  return { folder_id, path: timeOrderedId(), bytes: 1, sha256: 'a'.repeat(64) };
}
async function params(scene: MatrixCellFixtures) {
  const answer = await scene.run
    .http()
    .post('/api/uploads/')
    .set(scene.researcher.headers)
    .send(await fileOf(scene, scene.researcher))
    .expect(201);
  return { params: { id: (answer.body as { _id: string })._id } };
}

export const uploadMatrixRows: readonly AuthorisationRow[] = [
  row(uploads.listUploads, 200),
  row(uploads.createUpload, 201, async (scene) => ({
    body: await fileOf(scene, scene.me ?? scene.researcher),
  })),
  row(uploads.deleteUpload, toOwner(204), params),
];
