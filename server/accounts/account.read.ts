import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PublicProfile, User } from '../../contracts/accounts';
import type { z } from 'zod';

interface Row extends Omit<User, 'deletion_at' | 'created_at' | 'identities'> {
  deletion_at: Date | null;
  created_at: Date;
  identities: { provider: string; created_at: string }[];
}

@Injectable()
export class AccountRead {
  constructor(private readonly source: DataSource) {}

  /** Everything of an account that its owner may see. */
  async user(id: string): Promise<User | undefined> {
    const [row]: Row[] = await this.source.query(
      `SELECT id AS _id, first_name, last_name, email, role, is_researcher, organization,
        organization_ror_id, interests, researcher_privilege,
         status, language, deletion_at, created_at,
         (SELECT coalesce(json_agg(json_build_object('provider', i.provider, 'created_at', i.created_at)
         ORDER BY i.created_at, i.id), '[]') FROM identity.identity i
         WHERE i.account_id = a.id) AS identities
       FROM identity.account a WHERE id = $1`,
      [id],
    );
    if (!row) return undefined;
    const identities = row.identities.map(({ provider, created_at }) => ({
      provider,
      created_at: new Date(created_at).toISOString(),
    }));
    return {
      ...row,
      deletion_at: row.deletion_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      identities,
    };
  }

  /**
   * What everybody may see of a researcher, and nothing of anybody else: not of somebody whose
   * address nobody has verified either.
   */
  async publicProfile(id: string): Promise<z.output<typeof PublicProfile> | undefined> {
    const [row]: z.output<typeof PublicProfile>[] = await this.source.query(
      `SELECT id AS _id, first_name, last_name, organization, researcher_privilege IS TRUE AS verified,
         (SELECT i.subject FROM identity.identity i WHERE i.account_id = a.id AND i.provider = 'orcid') AS orcid
       FROM identity.account a WHERE id = $1 AND is_researcher AND status = 'ACTIVE' AND disabled_at IS NULL`,
      [id],
    );
    return row;
  }
}
