import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { readAccountSecurity } from '../../../contracts/authentication/second-factor';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import { DomainError } from '../../platform/errors/errors';
import type { Person } from '../../access/person';

type Security = EndpointResponseBody<typeof readAccountSecurity>;
interface Row {
  password: boolean;
  totp: boolean;
  recovery_codes_left: number;
}
interface PasskeyRow {
  _id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

@Injectable()
export class AccountSecurityRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads how the caller's account is protected, without any secret.
   * @throws DomainError unauthenticated if the account has just been erased
   */
  async of({ account_id, second_factor_missing, signed_in_at }: Person): Promise<Security> {
    const [row]: Row[] = await this.source.query(
      `SELECT a.has_password AS password,
         EXISTS (SELECT 1 FROM identity.totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS totp,
         (SELECT count(*) FROM identity.recovery_code r WHERE r.account_id = a.id
         AND r.used_at IS NULL)::int AS recovery_codes_left
       FROM identity.account_profile a WHERE a.id = $1`,
      [account_id],
    );
    if (!row) throw new DomainError('unauthenticated');
    const passkeys: PasskeyRow[] = await this.source.query(
      `SELECT id AS _id, name, created_at, last_used_at FROM identity.passkey WHERE account_id = $1 ORDER BY id`,
      [account_id],
    );
    return {
      ...row,
      second_factor_missing,
      signed_in_at: signed_in_at.toISOString(),
      passkeys: passkeys.map((p) => ({
        ...p,
        created_at: p.created_at.toISOString(),
        last_used_at: p.last_used_at?.toISOString() ?? null,
      })),
    };
  }
}
