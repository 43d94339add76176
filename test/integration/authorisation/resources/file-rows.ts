import * as files from '../../../../contracts/resources/files';
import * as sharing from '../../../../contracts/resources/folder-sharing';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { ensureRootFolder } from '../../../../server/resources/model/root-folder';
import { unique } from '../../../support/chance/unique';
import { resourceRequestsOf } from '../../resources/resources-rig';
import type { MatrixCellFixtures } from '../personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from '../row';

/**
 * The expected answers where the policies `resource.read`, `resource.copy` and `resource.change`
 * decide about files that are not shared.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;
/**
 * The expected answers about a shared folder: the other researcher works on a study that may use
 * it.
 */
const toReader = (cell: ExpectedAnswer, ofOwner: ExpectedAnswer) => ({
  ...toOwner(ofOwner),
  'other researcher': cell,
});

const folderOf = async ({ run, researcher }: MatrixCellFixtures) =>
  resourceRequestsOf(run).folder(researcher, unique());
const fileIn = (scene: MatrixCellFixtures, folder: string) =>
  resourceRequestsOf(scene.run).file(scene.researcher, folder, 'words.txt', {
    content: Buffer.from('words'),
  });

const folder = async (scene: MatrixCellFixtures) => ({ params: { id: await folderOf(scene) } });
const file = async (scene: MatrixCellFixtures) => ({
  params: { id: await fileIn(scene, await folderOf(scene)) },
});

/**
 * Makes a folder with a file. `may` says whether the other researcher may only read the file, or
 * also copy it.
 */
async function shared(scene: MatrixCellFixtures, may: 'read' | 'copy' = 'read') {
  const { run, cast, researcher } = scene;
  const study = await scene.study();
  await run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
     VALUES ($1, $2, 'viewer', now()) ON CONFLICT DO NOTHING`,
    [cast['other researcher']._id, study],
  );
  const id = await folderOf(scene);
  await resourceRequestsOf(run).share(researcher, id, [{ study_id: study, may }]);
  return { folder: id, file: await fileIn(scene, id) };
}
const sharedFile = async (scene: MatrixCellFixtures) => ({
  params: { id: (await shared(scene)).file },
});
const sharedFolder = async (scene: MatrixCellFixtures) => ({
  params: { id: (await shared(scene)).folder },
});

/**
 * Makes the request for a copy. The copy gets a new name, in the root folder of the person who
 * sends the request.
 */
const copied = async ({ me, run, researcher }: MatrixCellFixtures, id: string) => {
  const { _id } = me ?? researcher;
  const folder_id = await run.app
    .get(UnitOfWork)
    .run((tx) => ensureRootFolder(tx, _id, run.clock.now()));
  return { params: { id }, body: { folder_id, name: unique() } };
};

export const resourceMatrixRows: readonly AuthorisationRow[] = [
  row(files.listFiles, 200),
  row(
    files.listFiles,
    toOwner(200),
    async (scene) => ({ query: { folder: await folderOf(scene) } }),
    'of one folder',
  ),
  row(
    files.listFiles,
    toReader(200, 200),
    async (scene) => ({ query: { folder: (await shared(scene)).folder } }),
    'of a shared folder',
  ),
  row(files.readFile, toOwner(200), file),
  row(files.readFile, toReader(200, 200), sharedFile, 'that is shared'),
  row(files.changeFile, toOwner(200), async (scene) => ({
    ...(await file(scene)),
    body: { name: 'other.txt' },
  })),
  row(
    files.changeFile,
    toReader('forbidden', 200),
    async (scene) => ({ ...(await sharedFile(scene)), body: { name: 'other.txt' } }),
    'that is shared',
  ),
  row(files.deleteFile, toOwner(204), file),
  row(files.deleteFile, toReader('forbidden', 204), sharedFile, 'that is shared'),
  row(files.copyFile, toOwner(201), async (scene) => copied(scene, (await file(scene)).params.id)),
  row(
    files.copyFile,
    toReader('forbidden', 201),
    async (scene) => copied(scene, (await shared(scene)).file),
    'that is shared to be read',
  ),
  row(
    files.copyFile,
    toReader(201, 201),
    async (scene) => copied(scene, (await shared(scene, 'copy')).file),
    'that is shared to be copied',
  ),
  row(files.listFileVersions, toOwner(200), file),
  row(files.listFileVersions, toReader(200, 200), sharedFile, 'of one that is shared'),
  row(files.addFileVersion, toOwner(201), async (scene) => ({
    ...(await file(scene)),
    body: { again: 1 },
  })),
  row(files.listFolders, 200),
  row(files.addFolder, toOwner(201), async (scene) => ({
    body: { name: 'faces', parent_id: await folderOf(scene) },
  })),
  row(files.changeFolder, toOwner(200), async (scene) => ({
    ...(await folder(scene)),
    body: { licence: 'CC0-1.0' },
  })),
  row(
    files.changeFolder,
    toReader('forbidden', 200),
    async (scene) => ({ ...(await sharedFolder(scene)), body: { licence: 'CC0-1.0' } }),
    'that is shared',
  ),
  row(files.deleteFolder, toOwner(204), folder),
  row(sharing.readSharing, toOwner(200), folder),
  row(sharing.readSharing, toReader('forbidden', 200), sharedFolder, 'of one that is shared'),
  row(sharing.shareFolder, toOwner(200), async (scene) => ({
    ...(await folder(scene)),
    body: { items: [] },
  })),
];
