/** Makes a path that every operating system allows from the name of the researcher's file. */
export function portableFilePath(name: string): string {
  const path = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '')
    .replace(/[.]+$/, '')
    .slice(-120);
  return path || 'file';
}
