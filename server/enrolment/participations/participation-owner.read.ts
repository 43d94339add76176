import { Injectable } from '@nestjs/common';
import type { ParticipationState } from '../../../contracts/participations';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { accountOf, type WayBack } from './participation-links';

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
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  /** Without those whose link does not lead back any more. */
  async byParticipations(ids: readonly string[]): Promise<Participant[]> {
    const links = await this.unitOfWork.run(
      (tx) =>
        tx.query<WayBack & { state: ParticipationState }>(
          `SELECT l.participation_id, l.account, l.account_id, p.state FROM identity.participation_link l
           JOIN research.participation p ON p.id = l.participation_id
           WHERE l.participation_id = ANY($1::uuid[])`,
          [ids],
        ),
      { role: 'commonlab_link' },
    );
    return links.flatMap((link) => {
      const account_id = accountOf(this.secrets, link);
      return account_id === null
        ? []
        : [{ participation_id: link.participation_id, account_id, state: link.state }];
    });
  }
}
