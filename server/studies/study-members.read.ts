import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared } from '../platform/db/prepared';
import { mayOnStudySql } from './study.policy';

const read = prepared<{ member: boolean }>(
  'study-members',
  `SELECT true AS member FROM research.study st
   WHERE st.id = $1::uuid AND ${mayOnStudySql('read', 'st', '$2::uuid')}`,
);

export interface Editor {
  study_id: string;
  _id: string;
  first_name: string;
}
const readEditor = prepared<Editor>(
  'study-editor',
  `SELECT st.id AS study_id, b.id AS _id, b.first_name FROM research.study st
   JOIN identity.researcher_byline b ON b.id = $2::uuid
   WHERE st.id = $1::uuid AND ${mayOnStudySql('edit', 'st', '$2::uuid')}`,
);

@Injectable()
export class StudyMembersRead {
  constructor(private readonly source: DataSource) {}

  /** Whether the account has a role in the study: its owner, or a collaborator. */
  async has(studyId: string, accountId: string): Promise<boolean> {
    return (await read(this.source, [studyId, accountId])).length > 0;
  }

  /** The person, where they may edit the study. */
  async editor(studyId: string, accountId: string): Promise<Editor | undefined> {
    const [editor] = await readEditor(this.source, [studyId, accountId]);
    return editor;
  }
}
