import type { ResourceFile, ResourceFolder } from '../../../../../contracts/resources/files';

/** What a line of the list of resources shows: a folder or a file. */
export type ResourceEntry = {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly may: ResourceFolder['may'];
} & (
  | { readonly kind: 'folder'; readonly folder: ResourceFolder }
  | { readonly kind: 'file'; readonly file: ResourceFile }
);

export const folderEntry = (folder: ResourceFolder): ResourceEntry => ({
  kind: 'folder',
  key: `folder ${folder._id}`,
  id: folder._id,
  name: folder.name,
  may: folder.may,
  folder,
});
/**
 * Makes the entry of a file.
 * @param may what the person may do with the folder that contains the file
 */
export const fileEntry = (file: ResourceFile, may: ResourceFolder['may']): ResourceEntry => ({
  kind: 'file',
  key: `file ${file._id}`,
  id: file._id,
  name: file.name,
  may,
  file,
});
