import { sha256Hex } from '../../platform/security/secrets';

export interface ManifestFile {
  path: string;
  sha256: string;
  bytes: number;
}

/**
 * The hash of a version: SHA-256 over a line of each file, `<sha256>  <path>` as `sha256sum` prints
 * it, in the order of the paths' bytes. Paths have no line ends, so no two lists are one text.
 */
export const manifestHash = (files: readonly ManifestFile[]): string =>
  sha256Hex(
    files
      .map(({ path, sha256 }) => ({ sha256, path, bytes: Buffer.from(path) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
      .join(''),
  );
