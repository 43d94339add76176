import { randomBytes } from 'node:crypto';
import { studyFilesPrefix } from '../../../contracts/study-files/study-path';
import type { Transaction } from '../../platform/db/unit-of-work';
import { sha256 } from '../../platform/security/secrets';

/** The length of a key: 192 bits, 32 characters of base64url. */
const keyBytes = 24;

/**
 * Makes a key from the end of a secret.
 * @param secret at least 24 unguessable bytes
 */
export const servingKeyFrom = (secret: Buffer): string =>
  secret.subarray(-keyBytes).toString('base64url');

export interface ServingGrant {
  version_id: string;
  until: Date;
  purpose: 'run' | 'preview';
  /**
   * The key of an existing address, to extend the time of this address. Without it, the function
   * makes a new key, and so a new address.
   */
  key?: string;
  /** The other hosts that the study may load from and send to, from the study's runtime. */
  hosts: readonly string[];
  /**
   * Whether the study's pages may embed frames (`frames`), and whether the study contains code of
   * its own (`own_code`). The study's runtime states these two values.
   */
  frames?: boolean | undefined;
  own_code?: boolean | undefined;
}

/**
 * Makes an address for the files of a version, or extends the time of an existing address. A page
 * that knows the key of the address can read the files until `until`. The database stores only a
 * hash of the key, so only the caller learns the key.
 */
export async function grantServingAddress(
  tx: Transaction,
  {
    version_id,
    until,
    purpose,
    hosts,
    frames = true,
    own_code = true,
    key = servingKeyFrom(randomBytes(keyBytes)),
  }: ServingGrant,
): Promise<{ key: string }> {
  await tx.query(
    `INSERT INTO research.study_serving AS s (key_hash, version_id, purpose, hosts, expires_at, frames, own_code)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (key_hash) DO UPDATE SET expires_at = greatest(s.expires_at, excluded.expires_at)`,
    [sha256(key), version_id, purpose, JSON.stringify(hosts), until, frames, own_code],
  );
  return { key };
}

/**
 * The URL of a study's file: `<origin>/s/<key>/<path>`.
 * @param origin the result of `servingOriginFor` for the study
 */
export const servedUrlOf = (origin: string, key: string, path: string): string =>
  `${origin}${studyFilesPrefix}${key}/${path.split('/').map(encodeURIComponent).join('/')}`;
