import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { mayOnStudySql } from '../../studies/study.policy';

/**
 * SQL for WITH RECURSIVE: the table `shared (folder_id, copies)` of the folders that other people
 * share with the account. The account may read them and all folders below them; where `copies` is
 * true, it may also take copies.
 * - A share with a study applies while both the account and the owner may read that study.
 * - A share with a classroom applies while the account is a member and the owner is on its staff.
 * - No share applies while the folder, or a folder above it, is in the bin.
 * @param account an operand of type uuid
 */
export const sharedFoldersSql = (account: string): string => `
  share_right AS (
    SELECT s.folder_id, s.may
    FROM research.resource_share s
    JOIN research.resource f ON f.id = s.folder_id AND f.owner_id <> ${account}
    JOIN research.study_profile st ON st.id = s.study_id
    WHERE ${mayOnStudySql('read', 'st', account)} AND ${mayOnStudySql('read', 'st', 'f.owner_id')}
    UNION ALL
    SELECT s.folder_id, s.may
    FROM identity.class_member m
    JOIN research.resource_share s ON s.classroom_id = m.classroom_id
    JOIN research.resource f ON f.id = s.folder_id AND f.owner_id <> ${account}
    JOIN identity.class_member o ON o.classroom_id = s.classroom_id AND o.account_id = f.owner_id
      AND ${isStaffSql('o')}
    WHERE m.account_id = ${account}),
  share AS (
    SELECT r.folder_id, bool_or(r.may = 'copy') AS copies FROM share_right r GROUP BY r.folder_id),
  above_share AS (
    SELECT f.id AS start, f.parent_id, f.deleted_at
    FROM share JOIN research.resource f ON f.id = share.folder_id
    UNION ALL
    SELECT a.start, f.parent_id, f.deleted_at
    FROM above_share a JOIN research.resource f ON f.id = a.parent_id),
  shared AS (
    SELECT share.folder_id, share.copies FROM share
    WHERE NOT EXISTS (SELECT FROM above_share a
      WHERE a.start = share.folder_id AND a.deleted_at IS NOT NULL))`;
