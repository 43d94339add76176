import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import type { ResourceFile, ResourceVersion } from '../../../contracts/resources/files';
import type { FileUrls } from '../../platform/storage/storage-url';

/** The columns of a version that describe a file's content. */
interface ContentRow {
  sha256: string;
  /** The driver returns a bigint as a string. */
  bytes: string;
  type: ResourceFileType;
  state: ResourceFile['state'];
  facts: FileFacts | null;
  thumbnail_sha256: string | null;
}

export interface FileRow extends ContentRow {
  id: string;
  parent_id: string;
  name: string;
  name_key: string;
  newest: number;
  licence: string;
  creator: string;
  source: string;
  effective_licence: string;
  effective_creator: string;
  effective_source: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface VersionRow extends ContentRow {
  number: number;
  created_at: Date;
}

const thumbnailType = 'image/webp';

/**
 * Describes a file's content. It has URLs for the bytes only if the virus scanner has cleared them.
 */
function contentView(
  urls: FileUrls,
  name: string,
  { sha256, bytes, type, state, facts, thumbnail_sha256 }: ContentRow,
) {
  const isGiven = state === 'ready';
  return {
    sha256,
    bytes: Number(bytes),
    type,
    state,
    facts,
    url: isGiven ? urls.forFile(sha256, name, type) : null,
    thumbnail_url:
      isGiven && thumbnail_sha256 ? urls.forFile(thumbnail_sha256, name, thumbnailType) : null,
  };
}

export const toResourceFile = (urls: FileUrls, row: FileRow): ResourceFile => ({
  _id: row.id,
  folder_id: row.parent_id,
  name: row.name,
  version: row.newest,
  ...contentView(urls, row.name, row),
  licence: row.licence,
  creator: row.creator,
  source: row.source,
  effective: {
    licence: row.effective_licence,
    creator: row.effective_creator,
    source: row.effective_source,
  },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
});

export const toResourceVersion = (
  urls: FileUrls,
  name: string,
  row: VersionRow,
): ResourceVersion => ({
  number: row.number,
  ...contentView(urls, name, row),
  created_at: row.created_at.toISOString(),
});
