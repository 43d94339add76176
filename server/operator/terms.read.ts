import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TermsAcceptance } from '../../contracts/operator/operator';
import { OperatorPages } from './operator-pages';
import { termsAcceptancesSql, type AcceptedTermsRow } from './terms.store';

@Injectable()
export class TermsRead {
  constructor(
    private readonly source: DataSource,
    private readonly pages: OperatorPages,
  ) {}

  /**
   * Returns the terms that the account accepted last, and whether it must accept the current terms.
   * An account that accepted the current text in one language need not accept it in other
   * languages.
   */
  async of(accountId: string): Promise<TermsAcceptance> {
    const rows: AcceptedTermsRow[] = await this.source.query(termsAcceptancesSql, [accountId]);
    const today = this.pages.versionsOf('terms');
    const [newest] = rows;
    return {
      accepted: newest ? { ...newest, accepted_at: newest.accepted_at.toISOString() } : null,
      asked: today.length > 0 && !rows.some(({ version }) => today.includes(version)),
    };
  }
}
