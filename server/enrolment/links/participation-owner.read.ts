import { Injectable } from '@nestjs/common';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { prepared } from '../../platform/db/prepared';
import { Secrets } from '../../platform/security/secrets';
import { accountOfLink, type AccountReference } from './participation-links';

export interface ParticipationOwner {
  participation_id: string;
  account_id: string;
  state: ParticipationState;
}

const owners = prepared<AccountReference & { state: ParticipationState }>(
  'participation-owners',
  `SELECT l.participation_id, l.account, l.account_id, p.state FROM unnest($1::uuid[]) AS k (id)
   JOIN identity.participation_link l ON l.participation_id = k.id
   JOIN research.participation p ON p.id = k.id`,
);

/**
 * Reads the accounts of participations, in order to notify the participants. Runs under the
 * database role that may read the links.
 */
@Injectable()
export class ParticipationOwnerRead {
  constructor(
    private readonly links: IdentityLinkReadPool,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Reads the participants of these participations; those whose link no longer contains the account
   * are left out.
   */
  async byParticipations(ids: readonly string[]): Promise<ParticipationOwner[]> {
    const links = await owners(this.links, [ids]);
    return links.flatMap((link) => {
      const account_id = accountOfLink(this.secrets, link);
      return account_id === null
        ? []
        : [{ participation_id: link.participation_id, account_id, state: link.state }];
    });
  }
}
