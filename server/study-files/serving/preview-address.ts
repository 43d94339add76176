import { studyFilesLimits } from '../../../contracts/study-files/limits';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Config } from '../../config';
import { hours, addMilliseconds } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { grantServingAddress, servedUrlOf } from './grant-serving';
import { servingOriginFor } from './serving-place';

/**
 * What a preview shows: the version, the page at which it starts, and the settings with which it
 * runs.
 */
export interface PreviewedPage {
  readonly studyId: string;
  readonly versionId: string;
  /** The path of the page at which the preview starts. */
  readonly page: string;
  readonly hosts: readonly string[];
  readonly needs: HostedRuntime['needs'];
  readonly frames?: boolean | undefined;
  readonly ownCode?: boolean | undefined;
}

/**
 * Makes an address at which a version can be viewed for some hours. The caller must have checked
 * that the person may see the version, and that it has the page.
 */
export async function createPreviewAddress(
  tx: Transaction,
  { studyId, versionId, page, hosts, needs, frames, ownCode }: PreviewedPage,
  now: Date,
  config: Pick<Config, 'publicApiUrl' | 'publicWebUrl' | 'studyOrigin'>,
): Promise<{ url: string; expires_at: string }> {
  const until = addMilliseconds(now, hours(studyFilesLimits.previewHours));
  const { key } = await grantServingAddress(tx, {
    version_id: versionId,
    until,
    purpose: 'preview',
    hosts,
    frames,
    own_code: ownCode,
  });
  return {
    url: servedUrlOf(servingOriginFor(config, studyId, needs), key, page),
    expires_at: until.toISOString(),
  };
}

/**
 * Whether a version of the study has a page at this path. Also locks the version against deletion
 * until the transaction ends.
 */
export async function versionHasPage(
  tx: Transaction,
  studyId: string,
  versionId: string,
  path: string,
): Promise<boolean> {
  const found = await tx.query(
    `SELECT f.path FROM research.study_version v JOIN research.study_version_file f ON f.version_id = v.id
     WHERE v.id = $1 AND v.study_id = $2 AND f.path = $3 FOR SHARE OF v`,
    [versionId, studyId, path],
  );
  return found.length > 0;
}
