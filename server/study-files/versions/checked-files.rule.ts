import type { ManifestFile } from './manifest';

/** The largest file in bytes that is checked. A larger file is data, or the output of a bundler. */
export const maxCheckedBytes = 4_000_000;

/**
 * Whether the content of a file is checked for the report: pages, scripts, styles, descriptions for
 * JATOS (`.jas`), `timeline.json` and `package.json`.
 */
export const isCheckedPath = (path: string): boolean =>
  /\.(x?html?|m?js|cjs|css|jas)$|^timeline\.json$|^([^/]+\/)?package\.json$/i.test(path);

/**
 * How many bytes of files are checked while a request waits: a megabyte takes about half a second.
 */
const atOnce = { bytes: 1_000_000, files: 300 };

/** Whether the report is made while the upload request waits; otherwise a worker makes it. */
export function doesUploadWaitForReport(files: readonly ManifestFile[]): boolean {
  const checked = files.filter(
    ({ path, bytes }) => isCheckedPath(path) && bytes <= maxCheckedBytes,
  );
  const bytes = checked.reduce((sum, file) => sum + file.bytes, 0);
  return checked.length <= atOnce.files && bytes <= atOnce.bytes;
}
