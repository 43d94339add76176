import * as files from '../../../contracts/study-files/study-files';
import { readStudyStorage } from '../../../contracts/study-files/study-storage';
import { oneTrialTimeline, versionRequestsOf } from '../study-files/own-files';
import type { MatrixCellFixtures } from './personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from './row';

/**
 * The expected answers where the policies `study_version.see` and `study_version.change` decide
 * about a draft, which only its owner can find.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

const ofOne = async (scene: MatrixCellFixtures) => {
  const id = await scene.study();
  const { _id: version } = await versionRequestsOf(scene.run).uploaded(id, scene.researcher);
  return { id, version };
};
const params = async (scene: MatrixCellFixtures) => ({ params: await ofOne(scene) });

export const studyFilesMatrixRows: readonly AuthorisationRow[] = [
  row(
    files.uploadVersion,
    toOwner(201),
    async (scene) => ({
      params: { id: await scene.study() },
      body: { timeline: oneTrialTimeline },
    }),
    'of a timeline',
  ),
  row(readStudyStorage, 200),
  row(files.listVersions, toOwner(200), async (scene) => ({ params: { id: await scene.study() } })),
  row(
    files.listVersions,
    { approved: 200, visitor: 'unauthenticated', 'everybody else': 'forbidden' },
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of a study that everybody sees',
  ),
  row(files.deleteVersion, toOwner(204), params),
  row(files.readVersionReport, toOwner(200), params),
  row(files.recheckVersion, toOwner(202), async (scene) => ({
    ...(await params(scene)),
    body: {},
  })),
  row(files.setVersionKind, toOwner(200), async (scene) => {
    const ids = await ofOne(scene);
    await scene.run.source.query('UPDATE research.study_version SET stopped = true WHERE id = $1', [
      ids.version,
    ]);
    return { params: ids, body: { kind: 'psychojs' } };
  }),
  row(files.readVersionDifference, toOwner(200), async (scene) => {
    const ids = await ofOne(scene);
    return { params: ids, query: { with: ids.version } };
  }),
  row(files.previewVersion, toOwner(201), async (scene) => ({
    ...(await params(scene)),
    body: {},
  })),
];
