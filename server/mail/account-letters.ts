import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { limits } from '../../contracts/limits';
import { CONFIG, type Config } from '../config';
import { Clock } from '../platform/concurrency/clock';
import { Secrets } from '../platform/security/secrets';
import type { RenderedMail } from './mail-sender';
import { mailTo, mailToUnverified, localeOf, recipientColumns, type Recipient } from './recipient';
import { deletionAsked } from './templates/deletion-asked';
import { deletionCancelled } from './templates/deletion-cancelled';
import { deletionReminder } from './templates/deletion-reminder';
import { exportReady } from './templates/export-ready';
import { knownAddress } from './templates/known-address';
import { passwordChanged } from './templates/password-changed';
import { resetCode } from './templates/reset-code';
import { secondFactorChanged } from './templates/second-factor-changed';
import { verification, type ByProvider } from './templates/verification';
import { wayInAdded } from './templates/way-in-added';

/** Letters about an account, as it is now; null when there is nothing to say any more. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** With the key of the newest verification: an older one is of no use to anybody. */
  async verification(accountId: string): Promise<RenderedMail | null> {
    const [to]: (Recipient & {
      verification_id: string;
      is_researcher: boolean;
      provider: ByProvider;
    })[] = await this.source.query(
      `SELECT ${recipientColumns}, a.is_researcher, v.id AS verification_id,
         (SELECT i.provider FROM identity.identity i WHERE i.account_id = a.id AND i.unproven
         AND i.provider IN ('google', 'microsoft') LIMIT 1) AS provider
       FROM identity.account a JOIN identity.verification v ON v.account_id = a.id
       WHERE a.id = $1 AND a.status = 'NEW' AND v.expires_at > $2 ORDER BY v.created_at DESC, v.id DESC LIMIT 1`,
      [accountId, this.clock.now()],
    );
    return to
      ? mailToUnverified(
          to,
          verification(this.reader(to), {
            key: this.secrets.linkKey('verification-key', to.verification_id),
            ...to,
          }),
        )
      : null;
  }

  /** Unless the code was used, replaced, tried too often, or is over. */
  async resetCode(resetId: string): Promise<RenderedMail | null> {
    const [to]: Recipient[] = await this.source.query(
      `SELECT ${recipientColumns} FROM identity.password_reset r JOIN identity.account a ON a.id = r.account_id
       WHERE r.id = $1 AND r.expires_at > $2 AND r.tries < $3
         AND NOT EXISTS (SELECT 1 FROM identity.password_reset n
           WHERE n.account_id = r.account_id AND (n.created_at, n.id) > (r.created_at, r.id))`,
      [resetId, this.clock.now(), limits.resetCodeTries],
    );
    return to
      ? mailTo(to, resetCode(this.reader(to), { code: this.secrets.code('reset-code', resetId) }))
      : null;
  }

  async knownAddress(accountId: string): Promise<RenderedMail | null> {
    const [to]: Recipient[] = await this.source.query(
      `SELECT ${recipientColumns} FROM identity.account a WHERE a.id = $1 AND a.status = 'ACTIVE'`,
      [accountId],
    );
    return to ? mailTo(to, knownAddress(this.reader(to))) : null;
  }

  async wayInAdded(accountId: string, identityId: string, at: Date): Promise<RenderedMail | null> {
    const [to]: (Recipient & { provider: string | null })[] = await this.source.query(
      `SELECT ${recipientColumns}, i.provider FROM identity.account a
       LEFT JOIN identity.identity i ON i.account_id = a.id AND i.id = $2 WHERE a.id = $1`,
      [accountId, identityId],
    );
    return to ? mailTo(to, wayInAdded(this.reader(to), { provider: to.provider, at })) : null;
  }

  async passwordChanged(accountId: string, at: Date): Promise<RenderedMail | null> {
    const [to]: Recipient[] = await this.source.query(
      `SELECT ${recipientColumns} FROM identity.account a WHERE a.id = $1`,
      [accountId],
    );
    return to ? mailTo(to, passwordChanged(this.reader(to), { at })) : null;
  }

  /** Unless the deletion was asked for once more. */
  async deletionCancelled(accountId: string, at: Date): Promise<RenderedMail | null> {
    const [to]: Recipient[] = await this.source.query(
      `SELECT ${recipientColumns} FROM identity.account a WHERE a.id = $1 AND a.deletion_at IS NULL`,
      [accountId],
    );
    return to ? mailTo(to, deletionCancelled(this.reader(to), { at })) : null;
  }

  async secondFactorChanged(accountId: string, at: Date): Promise<RenderedMail | null> {
    const [to]: (Recipient & { totp: boolean; passkeys: number })[] = await this.source.query(
      `SELECT ${recipientColumns}, EXISTS (SELECT 1 FROM identity.totp t WHERE t.account_id = a.id
       AND t.confirmed_at IS NOT NULL) AS totp,
         (SELECT count(*) FROM identity.passkey p WHERE p.account_id = a.id)::int AS passkeys
       FROM identity.account a WHERE a.id = $1`,
      [accountId],
    );
    return to ? mailTo(to, secondFactorChanged(this.reader(to), { ...to, at })) : null;
  }

  deletionAsked(accountId: string): Promise<RenderedMail | null> {
    return this.aboutDeletion(accountId, deletionAsked);
  }

  deletionReminder(accountId: string): Promise<RenderedMail | null> {
    return this.aboutDeletion(accountId, deletionReminder);
  }

  /** Unless it was thrown away meanwhile. */
  async exportReady(exportId: string): Promise<RenderedMail | null> {
    const [to]: (Recipient & { expires_at: Date })[] = await this.source.query(
      `SELECT ${recipientColumns}, e.expires_at FROM identity.export e
       JOIN identity.account a ON a.id = e.account_id WHERE e.id = $1 AND e.state = 'ready'
       AND e.expires_at > $2`,
      [exportId, this.clock.now()],
    );
    return to ? mailTo(to, exportReady(this.reader(to), to)) : null;
  }

  /** Unless it was cancelled, or its day has come. */
  private async aboutDeletion(
    accountId: string,
    template: typeof deletionAsked,
  ): Promise<RenderedMail | null> {
    const [to]: (Recipient & { deletion_at: Date })[] = await this.source.query(
      `SELECT ${recipientColumns}, a.deletion_at FROM identity.account a WHERE a.id = $1 AND a.deletion_at > $2`,
      [accountId, this.clock.now()],
    );
    return to ? mailTo(to, template(this.reader(to), to)) : null;
  }

  private reader(to: Recipient) {
    return localeOf(to, this.config.publicWebUrl);
  }
}
