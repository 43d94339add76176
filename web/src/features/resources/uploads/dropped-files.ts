import { filesOfDroppedFolder, type FolderFile } from '../../../lib/folder-archive';

/** Files that operating systems write into folders, beside those of the person. */
const isOfSystem = (path: string) =>
  /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i.test(path);
/** The files without those that an operating system wrote, which are not uploaded. */
export const withoutSystemFiles = (files: readonly FolderFile[]): FolderFile[] =>
  files.filter(({ path }) => !isOfSystem(path));

/**
 * The files that a file picker returns. Those of a folder keep its name as the first part of their
 * paths.
 */
export const pickedFiles = (files: readonly File[]): FolderFile[] =>
  withoutSystemFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));

/**
 * The files and folders of a drop. They must be read during the event, before the browser empties
 * it.
 */
export function droppedEntriesOf(transfer: DataTransfer): (FileSystemEntry | File)[] {
  return [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item) => {
      const entry: FileSystemEntry | File | null = item.webkitGetAsEntry() ?? item.getAsFile();
      return entry ? [entry] : [];
    });
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/**
 * All files of a drop, including those inside its folders at any depth.
 * @throws what the browser throws for a file that cannot be read
 */
export async function filesOfEntries(
  entries: readonly (FileSystemEntry | File)[],
): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  for (const entry of entries)
    if (entry instanceof File) files.push({ path: entry.name, file: entry });
    else if (entry.isDirectory)
      files.push(
        ...(await filesOfDroppedFolder(entry as FileSystemDirectoryEntry, `${entry.name}/`)),
      );
    else files.push({ path: entry.name, file: await fileOf(entry as FileSystemFileEntry) });
  return withoutSystemFiles(files);
}
