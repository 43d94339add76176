import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consent as ConsentView } from '../../contracts/consents';
import { DomainError } from '../platform/http/errors';
import { FileUrls } from '../platform/storage/storage-url';

interface Row extends Omit<ConsentView, 'created_at' | 'file_url' | 'withdrawn'> {
  created_at: Date;
  withdrawn_at: Date | null;
  withdrawn_reason: string | null;
}

const columns = `c.id AS _id, c.version, c.sha256, c.title, c.kind, c.body_markdown, c.created_at,
  c.withdrawn_at, c.withdrawn_reason`;

@Injectable()
export class ConsentRead {
  constructor(
    private readonly source: DataSource,
    private readonly urls: FileUrls,
  ) {}

  /** One version, without an access check. @throws DomainError not_found */
  async byId(id: string): Promise<ConsentView> {
    const [row]: Row[] = await this.source.query(
      `SELECT ${columns} FROM research.consent c WHERE c.id = $1`,
      [id],
    );
    if (!row) throw new DomainError('not_found');
    const file_url = row.kind === 'pdf' ? this.urls.forFile(row.sha256, `${row.title}.pdf`) : null;
    const { withdrawn_at, withdrawn_reason, ...consent } = row;
    return {
      ...consent,
      file_url,
      created_at: row.created_at.toISOString(),
      withdrawn:
        withdrawn_at === null
          ? null
          : { at: withdrawn_at.toISOString(), reason: withdrawn_reason ?? '' },
    };
  }
}
