/*
 * Makes a ZIP archive of a folder in the browser, since the server accepts only archives. Nothing
 * is compressed, because most files of an experiment are pictures and sounds.
 */

export interface FolderFile {
  /** The path of the file inside the folder that was picked or dropped. */
  readonly path: string;
  readonly file: Blob;
}

/**
 * Folders that the archive leaves out, since they may be large and the server ignores them as well
 * (server/study-files/archive/archive.rule.ts).
 */
const isLeftOut = (path: string) => /(^|\/)(__MACOSX|\.git|\.svn)\//.test(path);

/**
 * Returns the files of a folder that the person picked. The browser begins each path with the name
 * of the picked folder. This function removes that name.
 */
export const filesOfPickedFolder = (files: readonly File[]): FolderFile[] =>
  files
    .map((file) => ({ path: file.webkitRelativePath.split('/').slice(1).join('/'), file }))
    .filter(({ path }) => path !== '' && !isLeftOut(path));

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));
const some = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

/** Returns the files of a folder that was dropped on the page. */
export async function filesOfDroppedFolder(
  folder: FileSystemDirectoryEntry,
  within = '',
): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const reader = folder.createReader();
  // A browser returns at most a hundred entries for each call, so the calls are repeated.
  for (let entries = await some(reader); entries.length > 0; entries = await some(reader))
    for (const entry of entries) {
      const path = `${within}${entry.name}`;
      if (isFolder(entry)) {
        if (!isLeftOut(`${path}/`)) files.push(...(await filesOfDroppedFolder(entry, `${path}/`)));
      } else files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    }
  return files;
}

export const totalBytesOf = (files: readonly FolderFile[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0);

/** Makes the archive of these files. Only one file is in memory at a time. */
export async function zipFolder(files: readonly FolderFile[], name: string): Promise<File> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: BlobPart[] = [];
  let failed: Error | undefined;
  const archive = new Zip((error, chunk) => {
    if (error) failed = error;
    else parts.push(new Blob([chunk]));
  });
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path);
    archive.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
  }
  archive.end();
  if (failed) throw failed;
  return new File(parts, `${name}.zip`, { type: 'application/zip' });
}
