import type { DataSource } from 'typeorm';
import { isOwnedBySql } from '../study.policy';

export interface CollaboratorOfOwner {
  account_id: string;
  /** The titles of this owner's studies in which the collaborator has a role. */
  titles: string[];
}

/** Reads the collaborators of an owner's studies. */
export const collaboratorsOfOwner = (
  source: DataSource,
  ownerId: string,
): Promise<CollaboratorOfOwner[]> =>
  source.query(
    `SELECT c.account_id, array_agg(st.title ORDER BY st.title, st.id) AS titles
     FROM research.study st JOIN identity.study_collaborator c ON c.study_id = st.id
     WHERE ${isOwnedBySql('st', '$1')} GROUP BY c.account_id ORDER BY c.account_id`,
    [ownerId],
  );
