import { createHash } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { ResourceFolder } from '../../contracts/resources/files';
import type { Caller } from '../access/caller';
import type { FoldersRead } from '../resources/lists/folders.read';
import { ShareFolder } from '../resources/sharing/share-folder.command';
import { ChangeResource } from '../resources/tree/change-resource.command';
import { CreateUpload } from '../resources/uploads/create-upload.command';
import { SendPiece } from '../resources/uploads/send-piece.command';
import { demoFiles, demoResourceFolder } from './demo-files';

interface Demo {
  commands: CommandBus;
  folders: FoldersRead;
  researcher: Caller;
}

/**
 * Uploads files of the researcher, shares their folder with the people of a study, and states its
 * licence and creator. The licence is stored last: if it exists, an earlier start has finished.
 */
export async function seedResources(demo: Demo, studyId: string): Promise<void> {
  const { commands, researcher } = demo;
  const { root, colours: before } = await foldersOf(demo);
  if (!root || before?.licence) return;
  for (const { path, versions } of demoFiles)
    for (const content of versions) await upload(demo, root._id, path, content);
  const { colours } = await foldersOf(demo);
  if (!colours) return;
  await commands.execute(
    new ShareFolder(colours._id, [{ study_id: studyId, may: 'copy' }], researcher),
  );
  const { licence, creator } = demoResourceFolder;
  await commands.execute(
    new ChangeResource({ id: colours._id, kind: 'folder' }, { licence, creator }, researcher),
  );
}

async function foldersOf({ folders, researcher }: Demo) {
  const [root, ...others] = await folders.all(researcher.person.account_id);
  const isColours = ({ name, parent_id }: ResourceFolder) =>
    name === demoResourceFolder.name && parent_id === root?._id;
  return { root, colours: others.find(isColours) };
}

/** Uploads a file. Does not send the bytes if the server has stored them already. */
async function upload(
  { commands, researcher }: Demo,
  folder: string,
  path: string,
  content: Buffer,
) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const asked = { folder_id: folder, path, bytes: content.length, sha256, replace: true };
  const { upload: begun } = await commands.execute(new CreateUpload(asked, researcher));
  if (begun.state === 'complete') return;
  await commands.execute(new SendPiece(begun.id, researcher.person.account_id, 0, content));
}
