import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { PublicProfile } from '../../../contracts/accounts/accounts';

@Injectable()
export class PublicProfileRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads a researcher's public profile. Returns undefined for every other account, and for a
   * researcher whose address is not verified.
   */
  async byId(id: string): Promise<z.output<typeof PublicProfile> | undefined> {
    const [row]: z.output<typeof PublicProfile>[] = await this.source.query(
      `SELECT id AS _id, first_name, last_name, organization, researcher_privilege IS TRUE AS verified,
         (SELECT i.subject FROM identity.linked_identity i WHERE i.account_id = a.id AND i.provider = 'orcid') AS orcid
       FROM identity.account_profile a WHERE id = $1 AND is_researcher AND status = 'ACTIVE' AND disabled_at IS NULL`,
      [id],
    );
    return row;
  }
}
