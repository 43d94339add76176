import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Secrets } from '../platform/security/secrets';

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * Creates and reads the secret of each session, by which this server checks that a participant
 * really returns from the external study.
 */
@Injectable()
export class ExternalSecrets {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Reads the secret of a session.
   * @returns null if no researcher of the study has read the secret yet. The secret is made when a
   * researcher reads it for the first time. Until then, no return can be verified
   */
  async find(sessionId: string): Promise<string | null> {
    const [row]: { secret: Buffer }[] = await this.source.query(
      `SELECT secret FROM research.external_secret WHERE session_id = $1`,
      [sessionId],
    );
    return row ? this.secrets.open('external-return', sessionId, row.secret) : null;
  }

  /**
   * Reads the secret of a session, and makes it on the first call. If two researchers call this at
   * the same time, both get the secret that was stored first.
   */
  async findOrMake(sessionId: string): Promise<string> {
    const found = await this.find(sessionId);
    if (found !== null) return found;
    await this.source.query(
      `INSERT INTO research.external_secret (session_id, secret) VALUES ($1, $2)
       ON CONFLICT (session_id) DO NOTHING`,
      [sessionId, this.seal(sessionId, newSecret())],
    );
    const made = await this.find(sessionId);
    if (made === null) throw new Error('the secret of a session is gone again');
    return made;
  }

  async renew(sessionId: string): Promise<string> {
    const secret = newSecret();
    await this.source.query(
      `INSERT INTO research.external_secret (session_id, secret) VALUES ($1, $2)
       ON CONFLICT (session_id) DO UPDATE SET secret = excluded.secret`,
      [sessionId, this.seal(sessionId, secret)],
    );
    return secret;
  }

  private seal = (sessionId: string, secret: string) =>
    this.secrets.seal('external-return', sessionId, secret);
}
