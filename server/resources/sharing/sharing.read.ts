import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mayOnStudySql } from '../../studies/study.policy';
import { mustOwn } from '../model/place';

export interface SharedWith {
  study_id: string;
  title: string;
  may: 'read' | 'copy';
}

@Injectable()
export class SharingRead {
  constructor(private readonly source: DataSource) {}

  /**
   * With the people of which studies an own folder is shared, by title. A study that its owner has left is not listed:
   * the folder is not shared with its people any more.
   * @throws DomainError not_found, forbidden
   */
  async of(folderId: string, accountId: string): Promise<SharedWith[]> {
    await mustOwn(this.source.manager, { id: folderId, kind: 'folder' }, accountId);
    const shares: SharedWith[] = await this.source.query(
      `SELECT s.study_id, st.title, s.may FROM research.resource_share s
       JOIN research.study_profile st ON st.id = s.study_id
       WHERE s.folder_id = $1 AND ${mayOnStudySql('read', 'st', '$2::uuid')}
       ORDER BY st.title, st.id`,
      [folderId, accountId],
    );
    return shares;
  }
}
