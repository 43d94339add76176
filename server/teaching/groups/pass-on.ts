import type { Transaction } from '../../platform/db/unit-of-work';
import { endPreviewAddresses } from '../../study-files/serving/end-preview-addresses';
import { transferStudyInGroup } from '../../studies/people/class-groups';
import { ownerOf } from '../../studies/people/study-owner';

/**
 * Transfers a class study, whose owner leaves, to the next member of its group.
 * @returns 1 where there is such a member, else 0
 */
export async function passOnClassStudy(
  tx: Transaction,
  studyId: string,
  now: Date,
): Promise<number> {
  if (!(await transferStudyInGroup(tx, studyId, await ownerOf(tx, studyId), now))) return 0;
  await endPreviewAddresses(tx, studyId, now);
  return 1;
}
