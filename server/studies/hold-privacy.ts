import type { Transaction } from '../platform/db/unit-of-work';
import { holdPrivacyOf, tryHoldPrivacyOf } from './follow-ups';
import { ownerOf } from './people/study-owner';

/*
 * `holdPrivacyOf` for the owner of a study. The study may pass to another owner while this waits,
 * and the rules of follow-ups count by owner: so the owner is read again once the lock is held. From
 * then on it stays the same, since a study passes only under the locks of both (hand-over-studies.ts).
 */

/** @returns the owner @throws DomainError not_found */
export async function holdPrivacyOfStudy(tx: Transaction, studyId: string): Promise<string> {
  for (;;) {
    const owner = await ownerOf(tx, studyId);
    await holdPrivacyOf(tx, owner);
    if ((await ownerOf(tx, studyId)) === owner) return owner;
  }
}

/**
 * Like `holdPrivacyOfStudy`, without waiting.
 * @returns whether the lock was obtained
 */
export async function tryHoldPrivacyOfStudy(tx: Transaction, studyId: string): Promise<boolean> {
  const owner = await ownerOf(tx, studyId);
  return (await tryHoldPrivacyOf(tx, owner)) && (await ownerOf(tx, studyId)) === owner;
}
