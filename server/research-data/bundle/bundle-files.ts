import { bundleFiles, type BundleIndex } from '../../../contracts/research-data/bundle';
import { sha256Hex } from '../../platform/security/secrets';
import { manifestHash } from '../../study-files/versions/manifest';

type Listed = BundleIndex['files'][number];

const isData = ({ path }: Listed) => path.startsWith('data/');
const isOfStudy = ({ path }: Listed) => /^(study|versions|files)\//.test(path);

/**
 * Computes the hashes of the two parts of a bundle, study and data. Each is a hash of a text with
 * one line for each file of the part (manifest.ts).
 */
export const bundlePartHashes = (files: readonly Listed[]) => ({
  study_sha256: manifestHash(files.filter(isOfStudy)),
  data_sha256: manifestHash(files.filter(isData)),
});

/**
 * Computes the hash of a bundle. It is equal for the same study and data, whichever installation
 * writes the bundle and when.
 */
export const bundleHash = ({
  study_sha256,
  data_sha256,
}: Pick<BundleIndex, 'study_sha256' | 'data_sha256'>): string =>
  sha256Hex(`${study_sha256} ${data_sha256}`);

/** Whether a bundle may have a file at this path; any other file in the archive is refused. */
export const isBundlePath = (path: string): boolean =>
  [
    bundleFiles.readme,
    bundleFiles.settings,
    bundleFiles.consent,
    bundleFiles.variables,
    bundleFiles.sessions,
    bundleFiles.consents,
  ].some((one) => one === path) ||
  /^(versions\/[0-9a-f]{64}\.json|(files|data\/recordings)\/[0-9a-f]{64}|data\/runs\/[0-9a-f]{2}\.jsonl)$/.test(
    path,
  );

/**
 * Whether a file belongs to version 2 of the bundle format, but not to version 1. A program that
 * reads only version 1 would silently ignore such a file.
 */
export const isVersion2BundleFile = (path: string) =>
  path === bundleFiles.variables || path.startsWith(bundleFiles.recording(''));
