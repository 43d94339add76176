import { Injectable } from '@nestjs/common';
import type { ParticipationState } from '../../../contracts/participations';
import { UnitOfWork } from '../../platform/db/unit-of-work';

export interface Participant {
  participation_id: string;
  account_id: string;
  state: ParticipationState;
}

/**
 * The accounts of these participations, for messages to their own people; runs under the role that
 * may read the links.
 */
@Injectable()
export class ParticipationOwnerRead {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  byParticipations(ids: readonly string[]): Promise<Participant[]> {
    return this.unitOfWork.run(
      (tx) =>
        tx.query<Participant>(
          `SELECT l.participation_id, l.account_id, p.state FROM identity.participation_link l
           JOIN research.participation p ON p.id = l.participation_id
           WHERE l.participation_id = ANY($1::uuid[])`,
          [ids],
        ),
      { role: 'commonlab_link' },
    );
  }
}
