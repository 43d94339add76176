import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { shareFolder } from '../../../contracts/resources/folder-sharing';
import type { Caller } from '../../access/caller';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badFields, DomainError } from '../../platform/errors/errors';
import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { runSeriallyForOwner, ownerAndRequestOf } from '../model/owner-turn';
import { findOwnResource } from '../model/visible-resource';

type Shares = EndpointInput<typeof shareFolder>['body']['items'];

/**
 * Sets the studies and classrooms with which a folder is shared; shares that are not listed end.
 */
export class ShareFolder extends Command<void> {
  constructor(
    readonly folderId: string,
    readonly shares: Shares,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ShareFolder)
export class ShareFolderHandler implements ICommandHandler<ShareFolder> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Replaces the list of studies and classrooms with which the folder is shared. A study or
   * classroom that is already in the list may stay if the caller may read it. To add a study, the
   * caller must be able to edit it. To add a classroom, the caller must be on its staff.
   * @throws DomainError
   * - not_found: for an unknown folder, and for a study or classroom that the caller may not share
   *   with
   * - forbidden: for a folder that the caller may only read
   * - classroom_closed: for a new classroom that is archived
   * - validation_failed: for an entry that occurs twice
   */
  execute({ folderId, shares, caller }: ShareFolder): Promise<void> {
    mustBeOnce(shares);
    const { account_id } = caller.person;
    return runSeriallyForOwner(this.unitOfWork, ownerAndRequestOf(caller), async (tx) => {
      const folder = { id: folderId, kind: 'folder' } as const;
      const { deleted_at } = await findOwnResource(tx.manager, folder, account_id);
      if (deleted_at !== null) throw new DomainError('not_found');
      const studies = shares.flatMap((one) => ('study_id' in one ? [one.study_id] : []));
      await mustMayShareWithStudies(tx, folderId, studies, account_id);
      const classrooms = shares.flatMap((one) => ('classroom_id' in one ? [one.classroom_id] : []));
      await mustMayShareWithClassrooms(tx, folderId, classrooms, account_id);
      await tx.query('DELETE FROM research.resource_share WHERE folder_id = $1', [folderId]);
      await tx.query(
        `INSERT INTO research.resource_share (id, folder_id, study_id, classroom_id, may)
         SELECT gen_random_uuid(), $1, s.study_id, s.classroom_id, s.may
         FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS s (study_id, classroom_id, may)`,
        [
          folderId,
          shares.map((one) => ('study_id' in one ? one.study_id : null)),
          shares.map((one) => ('classroom_id' in one ? one.classroom_id : null)),
          shares.map(({ may }) => may),
        ],
      );
    });
  }
}

const placeOf = (share: Shares[number]) =>
  'study_id' in share
    ? { field: 'study_id', id: share.study_id }
    : { field: 'classroom_id', id: share.classroom_id };

function mustBeOnce(shares: Shares): void {
  const places = shares.map(placeOf);
  const twice = places.flatMap(({ field, id }, i) =>
    places.findIndex((other) => other.field === field && other.id === id) < i
      ? [{ path: `items.${i}.${field}`, code: 'named_twice' }]
      : [],
  );
  if (twice.length > 0) throw badFields(twice);
}

async function mustMayShareWithStudies(
  tx: Transaction,
  folderId: string,
  studies: readonly string[],
  accountId: string,
): Promise<void> {
  const [count] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM research.study_profile st
     WHERE st.id = ANY($1::uuid[]) AND (${mayOnStudySql('edit', 'st', '$2::uuid')}
       OR ${mayOnStudySql('read', 'st', '$2::uuid')} AND EXISTS (
         SELECT FROM research.resource_share s WHERE s.folder_id = $3 AND s.study_id = st.id))`,
    [studies, accountId, folderId],
  );
  if (count?.n !== studies.length) throw new DomainError('not_found');
}

async function mustMayShareWithClassrooms(
  tx: Transaction,
  folderId: string,
  classrooms: readonly string[],
  accountId: string,
): Promise<void> {
  const found = await tx.query<{ may: boolean }>(
    `SELECT m.state <> 'archived' OR EXISTS (
       SELECT FROM research.resource_share s WHERE s.folder_id = $3 AND s.classroom_id = m.classroom_id) AS may
     FROM identity.class_member m
     WHERE m.classroom_id = ANY($1::uuid[]) AND m.account_id = $2 AND ${isStaffSql('m')}`,
    [classrooms, accountId, folderId],
  );
  if (found.length !== classrooms.length) throw new DomainError('not_found');
  if (found.some(({ may }) => !may)) throw new DomainError('classroom_closed');
}
