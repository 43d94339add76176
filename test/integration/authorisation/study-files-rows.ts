import * as files from '../../../contracts/study-files/study-files';
import { readStudyStorage } from '../../../contracts/study-files/study-storage';
import { oneTrial, versionsOf } from '../study-files/own-files';
import type { Scene } from './personas';
import { row, type Cell, type Row } from './row';

/** Policies `study_version.see` and `study_version.change`, for a draft, which others cannot find. */
const toOwner = (cell: Cell) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

const ofOne = async (scene: Scene) => {
  const id = await scene.study();
  const { _id: version } = await versionsOf(scene.run).uploaded(id, scene.researcher);
  return { id, version };
};
const params = async (scene: Scene) => ({ params: await ofOne(scene) });

export const studyFilesRows: readonly Row[] = [
  row(
    files.uploadVersion,
    toOwner(201),
    async (scene) => ({ params: { id: await scene.study() }, body: { timeline: oneTrial } }),
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
  row(files.readReport, toOwner(200), params),
  row(files.lookAgain, toOwner(202), async (scene) => ({ ...(await params(scene)), body: {} })),
  row(files.sayKind, toOwner(200), async (scene) => {
    const ids = await ofOne(scene);
    await scene.run.source.query('UPDATE research.study_version SET stopped = true WHERE id = $1', [
      ids.version,
    ]);
    return { params: ids, body: { kind: 'psychojs' } };
  }),
  row(files.readDifference, toOwner(200), async (scene) => {
    const ids = await ofOne(scene);
    return { params: ids, query: { with: ids.version } };
  }),
  row(files.previewVersion, toOwner(201), async (scene) => ({
    ...(await params(scene)),
    body: {},
  })),
];
