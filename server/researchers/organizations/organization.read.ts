import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  distinctiveWords,
  domainOf,
  comparableName,
  rankOrganizations,
  type ListedOrganization,
} from './organization-names.rule';
import { RorApi } from './ror-api';

export type NamedOrganization = Pick<ListedOrganization, 'name' | 'ror_id' | 'country'> & {
  domains: string[];
};

const most = 20;
const Position = z.int().min(1).max(most);
/** How many matches are read: more than are shown, because some turn out to be duplicates. */
const candidates = 40;
/** Escapes the wildcards of LIKE, because they are ordinary characters in a search text. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const columns = 'name, ror_id, country, aliases, domains';
/**
 * SQL: the order of organizations, short names first. The order must be the same in every
 * installation. So organizations with equal names are ordered by country and identifier, and not by
 * row id, which is random. The index organization_listed_once makes sure that this order is unique.
 */
const byName = 'length(name), name, country, ror_id';

/**
 * Finds organizations that people can choose: those of the registry, of the list that comes with
 * the product, and those that approved researchers have named.
 */
@Injectable()
export class OrganizationRead {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly ror: RorApi,
  ) {}

  /**
   * Finds organizations. Matching domains come first, then names that begin with the text, then
   * similar names; without a text, the organizations that researchers name most. Each page repeats
   * the complete search, whose result is short, and returns the part after the cursor.
   */
  async find({
    org: text = '',
    limit = most,
    cursor,
  }: {
    org?: string;
    limit?: number;
    cursor?: string;
  }): Promise<{ items: NamedOrganization[]; next_cursor: string | null }> {
    const from = decodeCursor(Position, cursor) ?? 0;
    const shown = (await this.all(text))
      .slice(from, from + limit + 1)
      .map(({ name, ror_id, country, domains }) => ({
        name,
        ror_id,
        country,
        domains: [...domains],
      }));
    return pageOfRows(shown, limit, () => from + limit);
  }

  private async all(text: string): Promise<ListedOrganization[]> {
    const wanted = comparableName(text);
    if (wanted === '' && text.trim() !== '') return [];
    const domain = domainOf(text);
    const found =
      wanted === ''
        ? [await this.named('')]
        : await Promise.all([
            this.listed(wanted),
            domain === null ? [] : this.ofDomain(domain),
            this.ror.find(text),
            this.named(text.trim()),
          ]);
    return rankOrganizations(found.flat(), text, most);
  }

  private ofDomain(domain: string): Promise<ListedOrganization[]> {
    return this.source.query(
      `SELECT ${columns} FROM identity.organization WHERE domains && ARRAY[$1]::text[]
       ORDER BY ${byName} LIMIT ${candidates}`,
      [domain],
    );
  }

  private async listed(wanted: string): Promise<ListedOrganization[]> {
    const near: ListedOrganization[] = await this.source.query(
      `SELECT ${columns} FROM identity.organization WHERE names LIKE $1 OR names LIKE $2
       ORDER BY CASE WHEN names LIKE $3 THEN 0 WHEN names LIKE $4 THEN 1 WHEN names LIKE $1 THEN 2
         ELSE 3 END, ${byName} LIMIT ${candidates}`,
      [`%\n${wanted}%`, `%\t${wanted}%`, `%\n${wanted}\n%`, `\n${wanted}%`],
    );
    const apart = distinctiveWords(wanted);
    // A comparison of trigrams needs two adjacent letters or digits. Only ASCII characters count
    // here, because every database locale recognises them. Without two of them, the search would
    // slowly scan the complete table.
    const enough =
      near.length >= most || (near.length > 0 && apart === '') || !/[a-z0-9]{2}/.test(wanted);
    return enough ? near : [...near, ...(await this.alike(wanted, apart || wanted))];
  }

  /**
   * Finds misspelt names and names with the words in another order. It searches by the distinctive
   * words, because nearly all names resemble "university". Both candidate queries have a row limit,
   * so that every search stays fast.
   */
  private alike(wanted: string, apart: string): Promise<ListedOrganization[]> {
    return this.unitOfWork.run(async (tx) => {
      await tx.query(`SET LOCAL pg_trgm.word_similarity_threshold = 0.4`);
      return tx.query<ListedOrganization>(
        `SELECT ${columns} FROM identity.organization WHERE id IN (
           (SELECT id FROM identity.organization WHERE names LIKE $1 LIMIT 500)
           UNION (SELECT id FROM identity.organization WHERE $2 <% names LIMIT 1000))
         ORDER BY word_similarity($3, names) DESC, ${byName} LIMIT ${candidates}`,
        [`% ${wanted}%`, apart, wanted],
      );
    });
  }

  /**
   * Reads organizations that approved researchers have named, in the most frequent spelling. They
   * have no identifier, since an identifier that one researcher entered does not prove that it
   * belongs to the organization.
   */
  private named(text: string): Promise<ListedOrganization[]> {
    return this.source.query(
      `SELECT mode() WITHIN GROUP (ORDER BY organization) AS name, NULL AS ror_id, NULL AS country,
         '{}'::text[] AS aliases, '{}'::text[] AS domains
       FROM identity.account_profile
       WHERE is_researcher AND researcher_privilege AND status = 'ACTIVE' AND disabled_at IS NULL
       AND organization <> '' AND organization ILIKE $1
       GROUP BY lower(organization) ORDER BY count(*) DESC, lower(organization) LIMIT ${most}`,
      [`%${literally(text)}%`],
    );
  }
}
