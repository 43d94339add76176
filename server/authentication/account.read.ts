import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { User } from '../../contracts/accounts/accounts';
import { isStudentBuilderSql } from '../access/builders.read';

interface Row extends Omit<User, 'deletion_at' | 'created_at' | 'identities'> {
  deletion_at: Date | null;
  created_at: Date;
  identities: { provider: string; created_at: string }[];
}

@Injectable()
export class AccountRead {
  constructor(private readonly source: DataSource) {}

  /** Reads all fields of an account that its holder may see. */
  async user(id: string): Promise<User | undefined> {
    const [row]: Row[] = await this.source.query(
      `SELECT id AS _id, first_name, last_name, email, role, is_researcher, ${isStudentBuilderSql('a.id')} AS builds, organization,
         organization_ror_id, interests, researcher_privilege,
         status, language, zone, region, deletion_at, created_at,
         (SELECT coalesce(json_agg(json_build_object('provider', i.provider, 'created_at', i.created_at)
         ORDER BY i.created_at, i.id), '[]') FROM identity.identity i
         WHERE i.account_id = a.id) AS identities
       FROM identity.account_profile a WHERE id = $1`,
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
}
