import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import type { shareFolder } from '../../../contracts/resources/files';
import type { Caller } from '../../access/caller';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badFields, DomainError } from '../../platform/errors/errors';
import { mayOnStudySql } from '../../studies/study.policy';
import { inOwnersTurn, turnOf } from '../model/owner-turn';
import { mustOwn } from '../model/place';

type Shares = Input<typeof shareFolder>['body']['items'];

/** Shares a folder with the people of these studies alone. */
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
   * @throws DomainError not_found (for a study that the caller does not edit, too, unless it is on the list already),
   * forbidden, validation_failed for a study that is named twice
   */
  execute({ folderId, shares, caller }: ShareFolder): Promise<void> {
    mustBeOnce(shares);
    const { account_id } = caller.person;
    return inOwnersTurn(this.unitOfWork, turnOf(caller), async (tx) => {
      const folder = { id: folderId, kind: 'folder' } as const;
      const { deleted_at } = await mustOwn(tx.manager, folder, account_id);
      if (deleted_at !== null) throw new DomainError('not_found');
      await mustMayShare(tx, folderId, shares, account_id);
      await tx.query('DELETE FROM research.resource_share WHERE folder_id = $1', [folderId]);
      await tx.query(
        `INSERT INTO research.resource_share (folder_id, study_id, may)
         SELECT $1, s.study_id, s.may FROM unnest($2::uuid[], $3::text[]) AS s (study_id, may)`,
        [folderId, shares.map(({ study_id }) => study_id), shares.map(({ may }) => may)],
      );
    });
  }
}

function mustBeOnce(shares: Shares): void {
  const twice = shares.flatMap(({ study_id }, i) =>
    shares.findIndex((other) => other.study_id === study_id) < i
      ? [{ path: `items.${i}.study_id`, code: 'named_twice' }]
      : [],
  );
  if (twice.length > 0) throw badFields(twice);
}

async function mustMayShare(
  tx: Transaction,
  folderId: string,
  shares: Shares,
  accountId: string,
): Promise<void> {
  const [count] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM research.study_profile st
     WHERE st.id = ANY($1::uuid[]) AND (${mayOnStudySql('edit', 'st', '$2::uuid')}
       OR ${mayOnStudySql('read', 'st', '$2::uuid')} AND EXISTS (
         SELECT FROM research.resource_share s WHERE s.folder_id = $3 AND s.study_id = st.id))`,
    [shares.map(({ study_id }) => study_id), accountId, folderId],
  );
  if (count?.n !== shares.length) throw new DomainError('not_found');
}
