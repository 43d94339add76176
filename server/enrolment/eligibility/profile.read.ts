import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { demographicsOfAccount } from '../../accounts/demographics/demographics.read';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { Secrets } from '../../platform/security/secrets';
import { hasCompletedSql, hasParticipatedSql } from '../model/participation-facts.sql';
import { pseudonymsInStudy } from '../links/pseudonyms';
import type { EligibilityProfile } from './eligibility.rule';

/**
 * Reads the input of the eligibility rules for one person: their demographics, and which of the
 * studies in the rules they started and completed.
 */
@Injectable()
export class EligibilityProfileRead {
  constructor(
    private readonly source: DataSource,
    private readonly links: IdentityLinkReadPool,
    private readonly secrets: Secrets,
  ) {}

  async forRules(
    accountId: string,
    filters: readonly EligibilityFilter[],
  ): Promise<EligibilityProfile> {
    const studies = [...new Set(filters.flatMap((f) => ('studies' in f ? f.studies : [])))];
    const told = await demographicsOfAccount(this.links, accountId);
    // A person has a different pseudonym in each study, so each study is searched for the
    // pseudonyms that the person has there.
    const mine = studies.flatMap((study) =>
      pseudonymsInStudy(this.secrets, study, accountId).map((pseudonym) => ({ study, pseudonym })),
    );
    const past: { study_id: string; completed: boolean }[] =
      studies.length === 0
        ? []
        : await this.source.query(
            `SELECT p.study_id, bool_or(${hasCompletedSql('p')}) AS completed
       FROM unnest($1::uuid[], $2::bytea[]) AS me (study_id, pseudonym)
       JOIN research.participation p ON p.study_id = me.study_id AND p.pseudonym = me.pseudonym
       WHERE ${hasParticipatedSql('p')} GROUP BY p.study_id`,
            [mine.map((one) => one.study), mine.map((one) => one.pseudonym)],
          );
    return {
      ...told,
      completed: past.filter((p) => p.completed).map((p) => p.study_id),
      participated: past.map((p) => p.study_id),
    };
  }
}
