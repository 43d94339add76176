import type { Transaction } from '../../platform/db/unit-of-work';
import { revokePreviewAddresses } from '../../study-files/serving/end-preview-addresses';
import { transferStudyInGroup } from '../../studies/people/class-groups';
import { readStudyOwnerId } from '../../studies/people/study-owner';

/**
 * Transfers a class study to the next member of its group, because its owner leaves.
 * @returns 1 if there is such a member, else 0
 */
export async function passOnClassStudy(
  tx: Transaction,
  studyId: string,
  now: Date,
): Promise<number> {
  if (!(await transferStudyInGroup(tx, studyId, await readStudyOwnerId(tx, studyId), now)))
    return 0;
  await revokePreviewAddresses(tx, studyId, now);
  return 1;
}
