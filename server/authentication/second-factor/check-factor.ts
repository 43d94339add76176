import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';
import { useRecoveryCode } from './recovery-codes';
import { totpStepOf } from './totp';
import { WebAuthn, type StoredPasskey } from './web-authn';

/**
 * What a person enters to prove a second factor. `passkey`: the result of the browser's
 * `credentials.get()`.
 */
export type SecondFactorProof = { code: string } | { recovery_code: string } | { passkey: unknown };

/**
 * Checks what a person entered against the account's second factors, and marks it as used if it is
 * right. The account must be locked.
 */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly secrets: Secrets,
    private readonly webAuthn: WebAuthn,
  ) {}

  /** @throws DomainError invalid_code, invalid_passkey */
  async check(
    tx: Transaction,
    accountId: string,
    proof: SecondFactorProof,
    passkeyChallenge: string | null,
    now: Date,
  ): Promise<void> {
    if ('code' in proof) return this.totp(tx, accountId, proof.code, now);
    if ('passkey' in proof)
      return this.passkey(tx, accountId, proof.passkey, passkeyChallenge, now);
    if (!(await useRecoveryCode(tx, this.secrets, accountId, proof.recovery_code, now)))
      throw new DomainError('invalid_code');
    tx.record('identity.second-factor-changed', { account_id: accountId });
    await tx.audit('recovery-code-used', { actor: accountId, subject: accountId }, now);
  }

  private async totp(tx: Transaction, accountId: string, code: string, now: Date): Promise<void> {
    const [totp] = await tx.query<{ secret: Buffer; last_step: string | null }>(
      `SELECT secret, last_step FROM identity.totp WHERE account_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE`,
      [accountId],
    );
    const step =
      totp &&
      totpStepOf(
        this.secrets.open('totp', accountId, totp.secret),
        code,
        now,
        totp.last_step === null ? null : BigInt(totp.last_step),
      );
    if (step === undefined) throw new DomainError('invalid_code');
    await tx.query(`UPDATE identity.totp SET last_step = $2 WHERE account_id = $1`, [
      accountId,
      String(step),
    ]);
  }

  private async passkey(
    tx: Transaction,
    accountId: string,
    response: unknown,
    challenge: string | null,
    now: Date,
  ): Promise<void> {
    const credentialId = this.webAuthn.credentialOf(response);
    if (!credentialId || challenge === null) throw new DomainError('invalid_passkey');
    const [stored] = await tx.query<StoredPasskey & { id: string }>(
      `SELECT id, credential_id, public_key, counter, transports FROM identity.passkey
       WHERE credential_id = $1 AND account_id = $2 FOR UPDATE`,
      [credentialId, accountId],
    );
    const counter = stored && (await this.webAuthn.asserted(response, challenge, stored));
    if (!stored || counter === undefined) throw new DomainError('invalid_passkey');
    await tx.query(`UPDATE identity.passkey SET counter = $2, last_used_at = $3 WHERE id = $1`, [
      stored.id,
      counter,
      now,
    ]);
  }
}
