import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SharedFolder } from '../../../contracts/resources/folder-sharing';
import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { findOwnResource } from '../model/visible-resource';

interface Row {
  study_id: string | null;
  classroom_id: string | null;
  title: string;
  may: 'read' | 'copy';
}

@Injectable()
export class SharingRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads the studies and classrooms with which a folder of the account is shared, sorted by title.
   * A share no longer applies, and is not listed, if the folder's owner has left the study or the
   * staff of the classroom.
   * @throws DomainError not_found, forbidden
   */
  async of(folderId: string, accountId: string): Promise<SharedFolder[]> {
    await findOwnResource(this.source.manager, { id: folderId, kind: 'folder' }, accountId);
    const shares: Row[] = await this.source.query(
      `SELECT s.study_id, s.classroom_id, coalesce(st.title, m.title) AS title, s.may
       FROM research.resource_share s
       LEFT JOIN research.study_profile st ON st.id = s.study_id AND ${mayOnStudySql('read', 'st', '$2::uuid')}
       LEFT JOIN identity.class_member m ON m.classroom_id = s.classroom_id AND m.account_id = $2::uuid
         AND ${isStaffSql('m')}
       WHERE s.folder_id = $1 AND coalesce(st.id, m.classroom_id) IS NOT NULL
       ORDER BY coalesce(st.title, m.title), coalesce(st.id, m.classroom_id)`,
      [folderId, accountId],
    );
    return shares.flatMap(({ study_id, classroom_id, title, may }): SharedFolder[] =>
      study_id !== null
        ? [{ study_id, may, title }]
        : classroom_id !== null
          ? [{ classroom_id, may, title }]
          : [],
    );
  }
}
