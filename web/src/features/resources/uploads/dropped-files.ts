import { filesOfDropped, type FolderFile } from '../../../lib/folder-archive';

/** Files that systems write beside those of a person. */
const isOfSystem = (path: string) =>
  /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i.test(path);
/** The files without those that an operating system put beside them, which are not stored. */
export const ownFiles = (files: readonly FolderFile[]): FolderFile[] =>
  files.filter(({ path }) => !isOfSystem(path));

/** Files as a picker returns them; those of a folder keep its name as the first part of their paths. */
export const pickedFiles = (files: readonly File[]): FolderFile[] =>
  ownFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));

/** What a drop brings. The entries must be taken during the event, before the browser empties it. */
export function entriesOf(transfer: DataTransfer): (FileSystemEntry | File)[] {
  return [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item) => {
      const entry: FileSystemEntry | File | null = item.webkitGetAsEntry() ?? item.getAsFile();
      return entry ? [entry] : [];
    });
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** The files of dropped files and folders, with all that is below these. @throws what the browser throws for unreadable ones */
export async function filesOfEntries(
  entries: readonly (FileSystemEntry | File)[],
): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  for (const entry of entries)
    if (entry instanceof File) files.push({ path: entry.name, file: entry });
    else if (entry.isDirectory)
      files.push(...(await filesOfDropped(entry as FileSystemDirectoryEntry, `${entry.name}/`)));
    else files.push({ path: entry.name, file: await fileOf(entry as FileSystemFileEntry) });
  return ownFiles(files);
}
