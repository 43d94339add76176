import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Secrets } from '../../platform/security/secrets';
import { studyOfSession } from '../model/study-of-session';
import { pseudonymsInStudy } from '../links/pseudonyms';

/** Checks whether a person may choose a slot: the person has a seat and has not started. */
@Injectable()
export class SeatHolderRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /** Whether the account may book a slot in the session; false also for a session that does not exist. */
  async mayBook(sessionId: string, accountId: string): Promise<boolean> {
    const studyId = await studyOfSession(this.source, sessionId);
    if (studyId === undefined) return false;
    const found: unknown[] = await this.source.query(
      `SELECT 1 FROM research.participation
       WHERE session_id = $1 AND pseudonym = ANY($2::bytea[]) AND state = 'enrolled'`,
      [sessionId, pseudonymsInStudy(this.secrets, studyId, accountId)],
    );
    return found.length > 0;
  }
}
