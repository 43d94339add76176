import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { requireFolderOfOwner } from '../model/own-folder';
import { runSeriallyForOwner, ownerAndRequestOf } from '../model/owner-turn';
import { findOwnResource, type VisibleResource } from '../model/visible-resource';
import { ensureRootFolder } from '../model/root-folder';
import { mustFitInto } from './folder-fits';
import { mustBeFree } from './free-name';

/** The changes of a file or folder; absent fields stay as they are. */
export interface ResourceChange {
  readonly name?: string | undefined;
  readonly parent_id?: string | undefined;
  /** Restores the item from the bin. */
  readonly deleted?: false | undefined;
  readonly licence?: string | undefined;
  readonly creator?: string | undefined;
  readonly source?: string | undefined;
}

export class ChangeResource extends Command<void> {
  constructor(
    readonly what: Pick<VisibleResource, 'id' | 'kind'>,
    readonly change: ResourceChange,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeResource)
export class ChangeResourceHandler implements ICommandHandler<ChangeResource> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Renames, moves, describes or restores an item. For an item in the bin, `change` must also
   * restore the item. If its folder is in the bin, the item is restored into the root folder.
   * @throws DomainError not_found, forbidden (a root folder cannot be moved), path_taken,
   * folder_in_itself
   */
  execute({ what, change, caller }: ChangeResource): Promise<void> {
    return runSeriallyForOwner(this.unitOfWork, ownerAndRequestOf(caller), async (tx) => {
      const place = await findOwnResource(tx.manager, what, caller.person.account_id);
      if (place.deleted_at !== null && change.deleted === undefined)
        throw new DomainError('not_found');
      if (isPlaced(place, change)) await this.put(tx, place, change);
      await describe(tx, place.id, change);
    });
  }

  private async put(
    tx: Transaction,
    place: VisibleResource,
    change: ResourceChange,
  ): Promise<void> {
    if (place.parent_id === null) throw new DomainError('forbidden');
    const now = this.clock.now();
    const { id, owner_id, kind } = place;
    const name = change.name ?? place.name;
    const target = await requireFolderOfOwner(
      tx,
      owner_id,
      change.parent_id ??
        (place.buried ? await ensureRootFolder(tx, owner_id, now) : place.parent_id),
    );
    if (kind === 'folder') await mustFitInto(tx, id, target);
    await mustBeFree(tx, target.id, name, now, id);
    const isElsewhere = target.id !== place.parent_id || name !== place.name;
    await tx.query(
      `UPDATE research.resource SET parent_id = $2, name = $3, name_key = $4, deleted_at = NULL,
         updated_at = CASE WHEN $5::boolean THEN $6 ELSE updated_at END
       WHERE id = $1`,
      [id, target.id, name, nameComparisonKey(name), isElsewhere, now],
    );
  }
}

/**
 * Whether the change needs a free name in a folder: it renames or moves the item, or restores it
 * from the bin, since another item may have its name by now.
 */
const isPlaced = ({ deleted_at }: VisibleResource, { name, parent_id }: ResourceChange): boolean =>
  name !== undefined || parent_id !== undefined || deleted_at !== null;

async function describe(
  tx: Transaction,
  id: string,
  { licence, creator, source }: ResourceChange,
): Promise<void> {
  await tx.query(
    `UPDATE research.resource SET licence = coalesce($2, licence), creator = coalesce($3, creator),
       source = coalesce($4, source)
     WHERE id = $1`,
    [id, licence ?? null, creator ?? null, source ?? null],
  );
}
