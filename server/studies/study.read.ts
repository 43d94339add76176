import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../platform/http/errors';
import { mayOnStudy, type StudyAct, type StudyPeople } from './study.policy';

@Injectable()
export class StudyRead {
  constructor(private readonly source: DataSource) {}

  /**
   * For the steps that a command takes before its transaction; the command repeats the check under
   * the lock.
   * @throws DomainError not_found; forbidden where the account may not do this with the study
   */
  async mustAllow(act: StudyAct, id: string, accountId: string): Promise<void> {
    const [study]: StudyPeople[] = await this.source.query(
      `SELECT owner_id FROM research.study WHERE id = $1`,
      [id],
    );
    if (!study) throw new DomainError('not_found');
    if (!mayOnStudy(act, study, accountId)) throw new DomainError('forbidden');
  }
}
