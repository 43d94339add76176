import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { Demographics } from '../../contracts/demographics';

@Injectable()
export class DemographicsRead {
  constructor(private readonly source: DataSource) {}

  /** As text, since a day has no time zone. */
  async of(accountId: string): Promise<z.output<typeof Demographics>> {
    const [row]: z.output<typeof Demographics>[] = await this.source.query(
      `SELECT to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth, education_level
       FROM identity.demographics WHERE account_id = $1`,
      [accountId],
    );
    return row ?? { date_of_birth: null, education_level: null };
  }
}
