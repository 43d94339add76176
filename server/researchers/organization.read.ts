import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface NamedOrganization { name: string; ror_id: string | null; country: string | null; domains: string[] }

const most = 20;
/** The wildcards of LIKE are ordinary characters to whoever types them. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Organizations that approved researchers have named: what one of them typed is a suggestion to the next. */
@Injectable()
export class OrganizationRead {
  constructor(private readonly source: DataSource) {}

  /** The most alike first; without a text the most named. */
  find(text: string): Promise<NamedOrganization[]> {
    const wanted = text.trim();
    return this.source.query(
      `SELECT mode() WITHIN GROUP (ORDER BY organization) AS name, max(organization_ror_id) AS ror_id, NULL AS country, '{}'::text[] AS domains
       FROM identity.account
       WHERE is_researcher AND researcher_privilege AND status = 'ACTIVE' AND organization <> '' AND organization ILIKE $1
       GROUP BY lower(organization)
       ORDER BY similarity(lower(organization), lower($2)) DESC, count(*) DESC, lower(organization) LIMIT $3`,
      [`%${literally(wanted)}%`, wanted, most],
    );
  }
}
