import type { ArchiveFaultCode } from '../../../contracts/study-files/archive-faults';
import { studyArchiveLimits, type ArchiveLimits } from '../archive/archive.rule';
import type { ManifestFile } from '../versions/manifest';

/**
 * Checks the limits of a version with all these files.
 * @returns the exceeded limits as field errors (contracts/study-files/archive-faults.ts)
 */
export function versionFaults(
  files: readonly ManifestFile[],
  most: ArchiveLimits = studyArchiveLimits,
): { path: string; code: ArchiveFaultCode }[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(files.length > most.files ? ([{ path: '', code: 'archive_too_many_files' }] as const) : []),
    ...(bytes > most.bytes ? ([{ path: '', code: 'archive_too_large' }] as const) : []),
    ...inFolderOfFile(files).map((path) => ({ path, code: 'archive_path' as const })),
  ];
}

/** Finds paths such as `a/b` where `a` is a file, too: no file system can store both. */
function inFolderOfFile(files: readonly ManifestFile[]): string[] {
  const all = new Set(files.map(({ path }) => path));
  return [...all].filter((path) =>
    path
      .split('/')
      .slice(0, -1)
      .some((_, i, parts) => all.has(parts.slice(0, i + 1).join('/'))),
  );
}

/** Returns the files of `base` and `taken`. A file of `taken` replaces one with the same path. */
export function mergedFiles(
  base: readonly ManifestFile[],
  taken: readonly ManifestFile[],
): ManifestFile[] {
  const files = [...base, ...taken].map(({ path, sha256, bytes }) => ({ path, sha256, bytes }));
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
