import type { ReviewContent } from '../../../../contracts/teaching/class-studies';

type Files = ReviewContent['files'];
export interface ComparedFile {
  path: string;
  bytes: number;
  change: 'same' | 'added' | 'changed' | 'removed';
}

/**
 * Lists the files of a version, and the files of the earlier version that it no longer has. Files
 * that differ come first, then the unchanged files; both groups are sorted by path.
 * @param before the files of the earlier version; null if there is none: then all files count as
 * unchanged
 */
export function comparedFiles(before: Files | null, now: Files): ComparedFile[] {
  const earlier = new Map((before ?? now).map((one) => [one.path, one]));
  const paths = new Set(now.map(({ path }) => path));
  const removed = [...earlier.values()].filter(({ path }) => !paths.has(path));
  const all = [
    ...now.map(({ path, bytes, sha256 }) => {
      const was = earlier.get(path);
      const change = !was ? 'added' : was.sha256 === sha256 ? 'same' : 'changed';
      return { path, bytes, change } as const;
    }),
    ...removed.map(({ path, bytes }) => ({ path, bytes, change: 'removed' }) as const),
  ];
  return all.sort(
    (a, b) =>
      Number(a.change === 'same') - Number(b.change === 'same') || a.path.localeCompare(b.path),
  );
}
