/** A path that every system can hold, from the name that a file has on the researcher's disk. */
export function filePath(name: string): string {
  const path = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '')
    .replace(/[.]+$/, '')
    .slice(-120);
  return path || 'file';
}
