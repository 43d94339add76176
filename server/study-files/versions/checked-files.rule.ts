import type { ManifestFile } from './manifest';

/** How many bytes a file may have to be checked; a larger one is data or the output of a bundler. */
export const checkedBytes = 4_000_000;

/** Files whose text the report is made from: the study's own package, none of its libraries. */
export const isChecked = (path: string): boolean =>
  /\.(x?html?|m?js|cjs|css|jas)$|^timeline\.json$|^([^/]+\/)?package\.json$/i.test(path);

/** Looking through a megabyte takes about half a second. */
const atOnce = { bytes: 1_000_000, files: 300 };

/** Whether the report is made within the request; otherwise a worker makes it. */
export function isQuickReport(files: readonly ManifestFile[]): boolean {
  const checked = files.filter(({ path, bytes }) => isChecked(path) && bytes <= checkedBytes);
  const bytes = checked.reduce((sum, file) => sum + file.bytes, 0);
  return checked.length <= atOnce.files && bytes <= atOnce.bytes;
}
