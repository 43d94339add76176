import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { StudyStorage } from '../../studies/study-storage';
import { inOwnersTurn } from './owner-turn';

/** Changes that take room for files of a person: one at a time for each person. */
@Injectable()
export class OwnersRoom {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Runs it in one transaction, in the owner's turn (owner-turn.ts).
   * @throws DomainError quota_exceeded; unauthenticated where the account has been erased
   */
  run<T>(
    ownerId: string,
    work: (tx: Transaction) => Promise<T>,
    requestId: string | null = null,
  ): Promise<T> {
    return inOwnersTurn(this.unitOfWork, { ownerId, requestId }, (tx) =>
      this.room.within(tx, ownerId, () => work(tx), { code: 'quota_exceeded' }),
    );
  }
}
