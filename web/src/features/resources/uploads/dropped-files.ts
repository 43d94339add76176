import { filesOfDroppedFolder, type FolderFile } from '../../../lib/folder-archive';

/** Files that operating systems write into folders by themselves. */
const isOfSystem = (path: string) =>
  /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i.test(path);
/** Removes the files that an operating system wrote, which are not uploaded. */
export const withoutSystemFiles = (files: readonly FolderFile[]): FolderFile[] =>
  files.filter(({ path }) => !isOfSystem(path));

/**
 * Reads the files that a file picker returns. The path of a file in a picked folder begins with the
 * name of the folder.
 */
export const pickedFiles = (files: readonly File[]): FolderFile[] =>
  withoutSystemFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));

/**
 * Reads the files and folders of a drop. It must be called during the event, before the browser
 * empties `transfer`.
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
 * Reads all files of a drop, including those inside its folders at any depth.
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
