import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config';
import type { RenderedMail } from './mail-sender';
import { mailTo, localeOf, recipientColumns, type Recipient } from './recipient';
import { reviewAsked, type AskedReview } from './templates/review-asked';
import { reviewDecided, type DecidedReview } from './templates/review-decided';

/** Letters about the review of a researcher. */
@Injectable()
export class ReviewMails {
  constructor(
    private readonly source: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async pending(accountId: string): Promise<string | null> {
    const [row]: { id: string }[] = await this.source.query(
      `SELECT id FROM identity.review WHERE account_id = $1 AND state = 'pending'`,
      [accountId],
    );
    return row?.id ?? null;
  }

  /**
   * Everybody who may decide the review, but not who is reviewed. Nobody before that address is
   * verified: anybody can register one.
   */
  async administrators(reviewId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `SELECT a.id FROM identity.account a JOIN identity.review r ON r.id = $1 AND r.state = 'pending' AND r.account_id <> a.id
       JOIN identity.account p ON p.id = r.account_id AND p.status = 'ACTIVE'
       WHERE a.role = 'ADMINISTRATOR' AND a.status = 'ACTIVE' ORDER BY a.id`,
      [reviewId],
    );
    return rows.map(({ id }) => id);
  }

  /** Unless it was decided or superseded meanwhile. */
  async asked(reviewId: string, administratorId: string): Promise<RenderedMail | null> {
    const [to]: (Recipient & AskedReview)[] = await this.source.query(
      `SELECT ${recipientColumns}, p.first_name || ' ' || p.last_name AS researcher, r.organization, r.interests
       FROM identity.review r JOIN identity.account p ON p.id = r.account_id JOIN identity.account a ON a.id = $2
       WHERE r.id = $1 AND r.state = 'pending'`,
      [reviewId, administratorId],
    );
    return to ? mailTo(to, reviewAsked(localeOf(to, this.config.publicWebUrl), to)) : null;
  }

  /** Unless another review has begun meanwhile: then this decision is not how things stand. */
  async decided(reviewId: string): Promise<RenderedMail | null> {
    const [to]: (Recipient & DecidedReview)[] = await this.source.query(
      `SELECT ${recipientColumns}, r.state = 'approved' AS approved, r.reason
       FROM identity.review r JOIN identity.account a ON a.id = r.account_id
       WHERE r.id = $1 AND r.state IN ('approved', 'rejected')
         AND NOT EXISTS (SELECT 1 FROM identity.review n WHERE n.account_id = r.account_id AND n.id > r.id)`,
      [reviewId],
    );
    return to ? mailTo(to, reviewDecided(localeOf(to, this.config.publicWebUrl), to)) : null;
  }
}
