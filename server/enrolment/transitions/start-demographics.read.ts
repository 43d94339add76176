import { Injectable } from '@nestjs/common';
import type { StoredDemographics, PrivacyLevel } from '../../../contracts/studies/studies';
import {
  demographicsOfAccounts,
  type AccountDemographics,
} from '../../accounts/demographics/demographics.read';
import { Batcher } from '../../platform/concurrency/batcher';
import { Clock } from '../../platform/concurrency/clock';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import { ParticipationOwnerRead } from '../links/participation-owner.read';
import type { StartDemographics } from '../model/participation.entity';
import { startDemographics } from './start-demographics.rule';

/** The demographics that a session keeps about its participants, as its launch froze them. */
export interface SessionDemographics {
  id: string;
  privacy_level: PrivacyLevel;
  kept_demographics: StoredDemographics;
}

/**
 * Reads the demographics that a participation stores at its start. They are read before the
 * transaction of the start, because the database role of that transaction cannot read them.
 */
@Injectable()
export class StartDemographicsRead {
  private readonly answers: Batcher<string, AccountDemographics | undefined>;

  constructor(
    links: IdentityLinkReadPool,
    private readonly owners: ParticipationOwnerRead,
    private readonly clock: Clock,
  ) {
    this.answers = new Batcher(async (accounts) => {
      const known = await demographicsOfAccounts(links, accounts);
      return accounts.map((account) => known.get(account));
    });
  }

  /**
   * Reads the demographics of a participant who starts. Returns null and not a promise if the
   * session stores none: awaiting a promise would delay the start, and a later request of the
   * participant could overtake it.
   */
  ofParticipant(
    at: SessionDemographics,
    account: string,
  ): Promise<StartDemographics | null> | null {
    return this.keeps(at) ? this.of(at, account) : null;
  }

  /** Reads the demographics of a participant whose start the researcher records. */
  ofNoted(at: SessionDemographics): Promise<StartDemographics | null> | null {
    return this.keeps(at)
      ? this.ofAllNoted(at, [at.id]).then((all) => all.get(at.id) ?? null)
      : null;
  }

  /**
   * Reads the demographics of many participants of one session: their accounts in one statement,
   * and their answers some hundred at a time.
   * @returns the demographics by participation
   */
  async ofAllNoted(
    at: Omit<SessionDemographics, 'id'>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StartDemographics | null>> {
    if (!this.keeps(at) || ids.length === 0) return new Map();
    const owners = new Map(
      (await this.owners.byParticipations(ids)).map((one) => [
        one.participation_id,
        one.account_id,
      ]),
    );
    const all = await Promise.all(
      ids.map(async (id) => [id, await this.of(at, owners.get(id) ?? null)] as const),
    );
    return new Map(all);
  }

  private keeps({ kept_demographics }: Pick<SessionDemographics, 'kept_demographics'>): boolean {
    return kept_demographics.length > 0;
  }

  private async of(
    at: Omit<SessionDemographics, 'id'>,
    account: string | null,
  ): Promise<StartDemographics | null> {
    const answers = account === null ? undefined : await this.answers.load(account);
    return startDemographics(at.privacy_level, at.kept_demographics, answers, this.clock.now());
  }
}
