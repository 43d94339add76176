import type { ManifestFile } from './manifest';

/** The largest file that is checked, in bytes; a larger one is data or the output of a bundler. */
export const checkedBytes = 4_000_000;

/** Whether a file's text is checked for the report: files of the study itself, not of its libraries. */
export const isChecked = (path: string): boolean =>
  /\.(x?html?|m?js|cjs|css|jas)$|^timeline\.json$|^([^/]+\/)?package\.json$/i.test(path);

/** What is checked within a request: a megabyte takes about half a second. */
const atOnce = { bytes: 1_000_000, files: 300 };

/** Whether the report is made within the request; otherwise a worker makes it. */
export function isQuickReport(files: readonly ManifestFile[]): boolean {
  const checked = files.filter(({ path, bytes }) => isChecked(path) && bytes <= checkedBytes);
  const bytes = checked.reduce((sum, file) => sum + file.bytes, 0);
  return checked.length <= atOnce.files && bytes <= atOnce.bytes;
}
