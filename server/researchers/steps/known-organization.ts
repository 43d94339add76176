import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { badField, DomainError } from '../../platform/errors';
import { rowColumns, rowOf } from '../organization-row';
import { RorApi } from '../ror-api';

/** Identifiers are never invented: one is taken only when the registry has it. */
@Injectable()
export class KnownOrganizations {
  constructor(private readonly source: DataSource, private readonly ror: RorApi) {}

  /**
   * Call it before the transaction: the registry itself may be asked, and what it says is kept, so that its domains are there for the review.
   * @throws DomainError validation_failed for an identifier that nobody knows, unavailable where the registry has to be asked and does not answer
   */
  async mustKnow(rorId: string): Promise<void> {
    const known: unknown[] = await this.source.query(`SELECT 1 FROM identity.organization WHERE ror_id = $1`, [rorId]);
    if (known.length > 0) return;
    if (!this.ror.isConfigured) throw badField('organization_ror_id', 'not_one_of');
    const organization = await this.ror.byId(rorId).catch(() => {
      throw new DomainError('unavailable');
    });
    if (!organization) throw badField('organization_ror_id', 'not_one_of');
    await this.source.query(
      `INSERT INTO identity.organization (id, source, name, country, ror_id, aliases, domains, names)
       SELECT id, 'ror', name, country, ror_id, aliases, domains, names FROM jsonb_to_record($1::jsonb) AS o (${rowColumns}) ON CONFLICT (ror_id) DO NOTHING`,
      [JSON.stringify(rowOf(organization))],
    );
  }
}
