import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { Caller } from '../../access/caller';
import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Storage, type StoredFile } from '../../platform/storage/storage';
import { addVersion, type VersionContent } from '../model/add-version';
import { OwnerStorage } from '../model/owner-storage';
import { findOwnResource } from '../model/visible-resource';
import { lockVersionContent } from '../tree/locked-version';
import { canRemoveLocation, removePictureLocation } from './location/remove-location.rule';

/** Adds a version of a picture that does not contain the location where it was taken. */
export class RemoveLocation extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * The location is removed only from pictures up to this many bytes, because the whole picture must
 * fit in memory.
 */
const mostBytes = 60_000_000;
/**
 * How often the removal is tried. An attempt fails if a new version of the picture was added
 * meanwhile.
 */
const mostTries = 3;

@CommandHandler(RemoveLocation)
export class RemoveLocationHandler implements ICommandHandler<RemoveLocation> {
  /** Limits this server process to one picture in memory at a time. */
  private readonly changing = new ConcurrencyLimit(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly room: OwnerStorage,
    private readonly storage: Storage,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent: a repeated call finds no location any more (`no_location`).
   * @throws DomainError no_location, not_found, forbidden, still_checked, infected, quota_exceeded,
   * too_many_file_versions
   */
  async execute(asked: RemoveLocation): Promise<void> {
    for (let tries = 0; tries < mostTries; tries++) {
      const picture = await this.unitOfWork.run((tx) => newest(tx, asked));
      const kept = await this.changing.run(() => this.changed(picture));
      if (await this.add(asked, picture, kept)) return;
    }
    throw new DomainError('unavailable');
  }

  /** @throws DomainError no_location */
  private async changed({ sha256, bytes, type, facts }: VersionContent): Promise<StoredFile> {
    if (!canRemoveLocation(type) || bytes > mostBytes) throw new DomainError('no_location');
    const stream = await this.storage.bytes(sha256);
    if (!stream) throw new Error(`the content ${sha256} is not in the store`);
    const isKnown = facts?.notes.includes('location');
    const changed = removePictureLocation(await buffer(stream), type, isKnown);
    if (!changed) throw new DomainError('no_location');
    return this.storage.put(Readable.from([changed]), {
      type: 'application/octet-stream',
      maxBytes: mostBytes,
    });
  }

  /** @returns false if another version was added meanwhile */
  private add(asked: RemoveLocation, picture: VersionContent, kept: StoredFile): Promise<boolean> {
    const { caller, fileId } = asked;
    return this.room.run(
      caller.person.account_id,
      async (tx) => {
        const present = await newest(tx, asked);
        if (present.sha256 !== picture.sha256) return false;
        const { type, state, thumbnail_sha256 } = present;
        const facts = present.facts && withoutNote(present.facts);
        const content = { type, state, thumbnail_sha256, facts, ...contentOf(kept) };
        await addVersion(tx, fileId, content, this.clock.now());
        return true;
      },
      caller.request_id,
    );
  }
}

async function newest(tx: Transaction, { fileId, caller }: RemoveLocation) {
  const file = { id: fileId, kind: 'file' } as const;
  const { deleted_at } = await findOwnResource(tx.manager, file, caller.person.account_id);
  if (deleted_at !== null) throw new DomainError('not_found');
  return lockVersionContent(tx, fileId);
}

const withoutNote = (facts: FileFacts): FileFacts => ({
  ...facts,
  notes: facts.notes.filter((note) => note !== 'location'),
});

const contentOf = ({ sha256, size }: StoredFile) => ({ sha256, bytes: size });
