import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared } from '../platform/db/prepared';
import { mayOnStudySql } from './study.policy';

const read = prepared<{ member: boolean }>(
  'study-members',
  `SELECT true AS member FROM research.study st
   WHERE st.id = $1::uuid AND ${mayOnStudySql('read', 'st', '$2::uuid')}`,
);

@Injectable()
export class StudyMembersRead {
  constructor(private readonly source: DataSource) {}

  /** Whether the account has a role in the study: its owner, or a collaborator. */
  async has(studyId: string, accountId: string): Promise<boolean> {
    return (await read(this.source, [studyId, accountId])).length > 0;
  }
}
