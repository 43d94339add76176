import { publishConsentFromFile } from '../../../../contracts/studies/consent-from-file';
import * as taken from '../../../../contracts/study-files/copied-resources';
import { resourceRequestsOf } from '../../resources/resources-rig';
import type { MatrixCellFixtures } from '../personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from '../row';

/**
 * The expected answers where the policies `study_version.see`, `study_version.change` and
 * `study.edit` decide about a draft, which only its owner can find.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

const study = async (scene: MatrixCellFixtures) => ({ params: { id: await scene.study() } });
/** Makes a file of the study's owner. */
const file = async ({ run, researcher }: MatrixCellFixtures, name: string, content: string) => {
  const files = resourceRequestsOf(run);
  const folder = await files.folder(researcher, `${name} ${content}`);
  const type = name.endsWith('.pdf') ? 'application/pdf' : 'text/plain';
  return files.file(researcher, folder, name, { content: Buffer.from(content), type });
};

export const copiedResourceMatrixRows: readonly AuthorisationRow[] = [
  row(taken.listCopiedResources, toOwner(200), study),
  row(taken.copyResourcesToVersion, toOwner(201), async (scene) => {
    const file_id = await file(scene, 'page.txt', `page of ${await scene.study()}`);
    const resources = [{ path: 'index.html', file_id }];
    return { ...(await study(scene)), body: { base: null, resources } };
  }),
  row(taken.copyResourcesToTimeline, toOwner(201), async (scene) => {
    const file_id = await file(scene, 'words.txt', `words of ${await scene.study()}`);
    return { ...(await study(scene)), body: { resources: [{ path: 'words.txt', file_id }] } };
  }),
  row(publishConsentFromFile, toOwner(200), async (scene) => ({
    ...(await study(scene)),
    body: { file_id: await file(scene, 'consent.pdf', `%PDF of ${await scene.study()}`) },
  })),
];
