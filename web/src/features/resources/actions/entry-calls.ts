import {
  changeFile,
  changeFolder,
  copyFile,
  deleteFile,
  deleteFolder,
} from '../../../../../contracts/resources/files';
import { ApiError, call } from '../../../lib/http/api';
import type { ResourceEntry } from '../entries/entry.rule';
import { numberedName } from '../entries/keep-both.rule';

/** If a name is taken, numbered names are tried up to this number, such as "face (99).png". */
const mostNumbers = 99;

/**
 * Runs an action under the present name. If the name is taken, tries again with "face (2).png" and
 * so on.
 */
async function withFreeName<R>(
  name: string,
  act: (name: string | undefined) => Promise<R>,
): Promise<R> {
  for (let number = 1; ; number++) {
    try {
      return await act(number === 1 ? undefined : numberedName(name, number));
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'path_taken';
      if (!isTaken || number >= mostNumbers) throw error;
    }
  }
}

export const renameEntry = ({ kind, id }: ResourceEntry, name: string) =>
  kind === 'file'
    ? call(changeFile, { params: { id }, body: { name } })
    : call(changeFolder, { params: { id }, body: { name } });

/** Moves an entry into a folder; if the name is taken there, the entry gets a number. */
export const moveEntryTo = ({ kind, id, name: own }: ResourceEntry, folder: string) =>
  withFreeName<{ name: string }>(own, (name) =>
    kind === 'file'
      ? call(changeFile, { params: { id }, body: { folder_id: folder, ...(name && { name }) } })
      : call(changeFolder, { params: { id }, body: { parent_id: folder, ...(name && { name }) } }),
  );

/** Moves an entry back to where it was, under the name that it had. */
export const moveEntryBack = (entry: ResourceEntry) => {
  const { id, name } = entry;
  return entry.kind === 'file'
    ? call(changeFile, { params: { id }, body: { folder_id: entry.file.folder_id, name } })
    : call(changeFolder, {
        params: { id },
        body: { ...(entry.folder.parent_id && { parent_id: entry.folder.parent_id }), name },
      });
};

/** Copies a file into a folder; no bytes are sent again. */
export const copyFileTo = ({ id, name: own }: ResourceEntry, folder: string) =>
  withFreeName(own, (name) =>
    call(copyFile, { params: { id }, body: { folder_id: folder, ...(name && { name }) } }),
  );

export const putIntoBin = async ({ kind, id }: ResourceEntry): Promise<void> => {
  await (kind === 'file'
    ? call(deleteFile, { params: { id } })
    : call(deleteFolder, { params: { id } }));
};
/** Restores an entry from the bin; if its name is taken meanwhile, it gets a number. */
export const restoreEntry = ({ kind, id, name: own }: ResourceEntry) =>
  withFreeName<{ name: string }>(own, (name) =>
    kind === 'file'
      ? call(changeFile, { params: { id }, body: { deleted: false, ...(name && { name }) } })
      : call(changeFolder, { params: { id }, body: { deleted: false, ...(name && { name }) } }),
  );
export const deleteForGood = async ({ kind, id }: ResourceEntry): Promise<void> => {
  const query = { for_good: 'true' } as const;
  await (kind === 'file'
    ? call(deleteFile, { params: { id }, query })
    : call(deleteFolder, { params: { id }, query }));
};
