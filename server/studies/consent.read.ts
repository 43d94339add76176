import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consent as ConsentView } from '../../contracts/studies';
import { DomainError } from '../platform/http/errors';
import type { Person } from '../access/person';
import { FileUrls } from '../platform/storage/storage-url';
import { StudyRead } from './study.read';

interface Row extends Omit<ConsentView, 'created_at' | 'file_url'> {
  created_at: Date;
}

const columns = 'c.id AS _id, c.version, c.sha256, c.title, c.kind, c.body_markdown, c.created_at';

@Injectable()
export class ConsentRead {
  constructor(
    private readonly source: DataSource,
    private readonly studies: StudyRead,
    private readonly urls: FileUrls,
  ) {}

  /**
   * The form in force: the one frozen in the given session; else in the study's active session,
   * where several are active the one that the study's page stands for; else the newest valid one.
   * Owners always find the newest, others only what came with a launch.
   * @throws DomainError not_found
   */
  async inForce(
    studyId: string,
    sessionId: string | undefined,
    person: Person | null,
  ): Promise<ConsentView> {
    const study = await this.studies.forPerson(studyId, person);
    if (sessionId === undefined) {
      if (!study.consent) throw new DomainError('not_found');
      return this.byId(study.consent._id);
    }
    const [frozen]: { consent_id: string | null }[] = await this.source.query(
      'SELECT consent_id FROM research.session WHERE id = $1 AND study_id = $2',
      [sessionId, studyId],
    );
    const id = frozen && (frozen.consent_id ?? study.consent?._id);
    if (!id) throw new DomainError('not_found');
    return this.byId(id);
  }

  /** One version, whoever asks. @throws DomainError not_found */
  async byId(id: string): Promise<ConsentView> {
    const [row]: Row[] = await this.source.query(
      `SELECT ${columns} FROM research.consent c WHERE c.id = $1`,
      [id],
    );
    if (!row) throw new DomainError('not_found');
    const file_url = row.kind === 'pdf' ? this.urls.forFile(row.sha256, `${row.title}.pdf`) : null;
    return { ...row, file_url, created_at: row.created_at.toISOString() };
  }
}
