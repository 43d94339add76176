import { Injectable } from '@nestjs/common';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { prepared } from '../../platform/db/prepared';
import { Secrets } from '../../platform/security/secrets';
import { linksOfAccountSql, linksOfAccountParameters } from '../links/participation-links';

export interface ParticipationOfAccount {
  participation_id: string;
  study_id: string;
}

const read = prepared<ParticipationOfAccount>(
  'own-participations-and-studies',
  `WITH RECURSIVE ${linksOfAccountSql}
   SELECT p.id AS participation_id, p.study_id FROM own
   CROSS JOIN LATERAL (SELECT id, study_id FROM research.participation
     WHERE id = own.participation_id OFFSET 0) p`,
);

/**
 * Reads all participations of one account, with their studies. Other contexts call it to find the
 * data that they store about these participations.
 */
@Injectable()
export class ParticipationsOfAccountRead {
  constructor(
    private readonly links: IdentityLinkReadPool,
    private readonly secrets: Secrets,
  ) {}

  of(accountId: string): Promise<ParticipationOfAccount[]> {
    return read(this.links, linksOfAccountParameters(this.secrets, accountId));
  }
}
