import { sha256Hex } from '../../platform/security/secrets';

export interface ManifestFile {
  path: string;
  sha256: string;
  bytes: number;
}

/**
 * Computes the hash of a version: the SHA-256 of a text with one line for each file, `<sha256>  <path>` as
 * `sha256sum` prints it, ordered by the bytes of the paths. Paths contain no line ends, so
 * different lists give different texts.
 */
export const manifestHash = (files: readonly ManifestFile[]): string =>
  sha256Hex(
    files
      .map(({ path, sha256 }) => ({ sha256, path, bytes: Buffer.from(path) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
      .join(''),
  );
