import type { Transaction } from '../../platform/db/unit-of-work';
import { revokePreviewAddresses } from '../../study-files/serving/end-preview-addresses';
import { transferStudyInGroup, type LeftClassStudy } from '../../studies/people/class-groups';

/**
 * Transfers a class study to the next member of its group, because its owner leaves.
 * @returns 1 if the study was transferred, else 0 (transferStudyInGroup says when)
 */
export async function passOnClassStudy(
  tx: Transaction,
  study: LeftClassStudy,
  now: Date,
): Promise<number> {
  if (!(await transferStudyInGroup(tx, study, now))) return 0;
  await revokePreviewAddresses(tx, study.id, now);
  return 1;
}
