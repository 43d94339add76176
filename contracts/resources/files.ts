import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { hasAnyChange, QueryFlag, Id, IdParams, Instant, PageQuery, Sha256 } from '../base/fields';
import { FileFacts } from './file-facts';
import { resourceFileTypes } from './file-types';
import { resourcesLimits } from './limits';
import { changeableFileFields, FileOrigin, ResourceName } from './resource-fields';

/*
 * Files and folders that researchers keep for their studies (docs/domain.md, 9). Each account has
 * one root folder. A file has versions. A version never changes, and the SHA-256 of its content
 * identifies it.
 */

/**
 * `checking`: the virus scanner has not answered yet, so the file cannot be downloaded.
 * `quarantined`: the scanner found something.
 */
export const fileStates = ['checking', 'ready', 'quarantined'] as const;

const content = {
  sha256: Sha256,
  bytes: z.int(),
  type: z.enum(resourceFileTypes),
  state: z.enum(fileStates),
  /** What a worker has read from the file; null until the worker has read it. */
  facts: FileFacts.nullable(),
  /**
   * Signed URLs of the content and of its thumbnail, valid for an hour; null if there is no content
   * to show.
   */
  url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
};

export const ResourceFile = z
  .object({
    _id: Id,
    folder_id: Id,
    name: z.string(),
    /** The number of the newest version, from 1. */
    version: z.int(),
    ...content,
    ...FileOrigin.shape,
    /**
     * The licence terms of the file: its own, or those of the nearest folder above it that has
     * terms.
     */
    effective: FileOrigin,
    created_at: Instant,
    /** The time of the last change: a new version was stored, or the file was renamed or moved. */
    updated_at: Instant,
    /** When the file was put into the bin; null where it is not in the bin. */
    deleted_at: Instant.nullable(),
  })
  .meta({ id: 'ResourceFile' });
export type ResourceFile = z.output<typeof ResourceFile>;

export const ResourceVersion = z
  .object({
    number: z.int(),
    ...content,
    created_at: Instant,
  })
  .meta({ id: 'ResourceVersion' });
export type ResourceVersion = z.output<typeof ResourceVersion>;

/**
 * A place where a study uses the file: the newest version of the study's own files, a launched
 * session, the draft, or the consent form.
 */
export const ResourceUse = z
  .object({ study_id: Id, title: z.string(), path: z.string(), version: z.int() })
  .meta({ id: 'ResourceUse' });
export type ResourceUse = z.output<typeof ResourceUse>;

export const ResourceFolder = z
  .object({
    _id: Id,
    /** The folder above this one; null for the root folder of an account. */
    parent_id: Id.nullable(),
    /** The name of the folder; empty for the root folder. */
    name: z.string(),
    ...FileOrigin.shape,
    /** The name of its owner, where the owner is another person than the caller. */
    owner: z.string().nullable(),
    /** What the caller may do with the folder: change everything, take copies, or only read. */
    may: z.enum(['change', 'copy', 'read']),
    files: z.int(),
    folders: z.int(),
    updated_at: Instant,
    deleted_at: Instant.nullable(),
  })
  .meta({ id: 'ResourceFolder' });
export type ResourceFolder = z.output<typeof ResourceFolder>;

export const fileSortOrders = [
  'name',
  '-name',
  'updated_at',
  '-updated_at',
  'bytes',
  '-bytes',
  'type',
] as const;

export const listFiles = endpoint('GET', '/api/files/', {
  summary: 'Files of a folder, of a search in all folders, or of the bin',
  access: { ...studyBuildersOnly, policy: 'resource.read' },
  query: z.object({
    /** The folder to list. Without it, and without `text` and `bin`, the root folder is listed. */
    folder: Id.optional(),
    /** A part of the name. The search covers the folder and all folders below it. */
    text: z.string().max(200).optional(),
    bin: QueryFlag.optional(),
    sort: z.enum(fileSortOrders).optional(),
    ...PageQuery,
    limit: z.coerce.number<number | string>().int().min(1).max(resourcesLimits.pageSize).optional(),
  }),
  replies: {
    200: z.object({
      items: z.array(ResourceFile),
      next_cursor: z.string().nullable(),
      /** How many files the folder or the search has, over all pages. */
      count: z.int(),
    }),
  },
  errors: ['forbidden', 'not_found'],
  // The answer must not be compressed: it contains signed addresses next to text that the caller
  // chooses (BREACH).
});
export const readFile = endpoint('GET', '/api/files/{id}/', {
  summary: 'A file, and where it is used',
  access: { ...studyBuildersOnly, policy: 'resource.read' },
  params: IdParams,
  replies: {
    200: ResourceFile.extend({ uses: z.array(ResourceUse) }).meta({ id: 'ResourceFileWithUses' }),
  },
  errors: ['forbidden', 'not_found'],
});
export const changeFile = endpoint('PUT', '/api/files/{id}/', {
  summary: 'Rename a file, move it, take it out of the bin, or say who made it',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  body: z
    .strictObject({ ...changeableFileFields, folder_id: Id.optional() })
    .refine(hasAnyChange, { error: 'nothing_to_change' }),
  replies: { 200: ResourceFile },
  errors: ['forbidden', 'not_found', 'path_taken'],
});
export const deleteFile = endpoint('DELETE', '/api/files/{id}/', {
  summary: 'Put a file into the bin; with `for_good`, delete it for good',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  query: z.object({ for_good: QueryFlag.optional() }),
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});
export const copyFile = endpoint('POST', '/api/files/{id}/copies/', {
  summary:
    'Copy the newest version of a file into an own folder; no bytes are sent or stored again',
  access: { ...studyBuildersOnly, policy: 'resource.copy' },
  params: IdParams,
  body: z.strictObject({ folder_id: Id, name: ResourceName.optional() }),
  replies: { 201: ResourceFile },
  errors: [
    'forbidden',
    'not_found',
    'path_taken',
    'quota_exceeded',
    'still_checked',
    'infected',
    'too_many_resources',
  ],
});
export const listFileVersions = endpoint('GET', '/api/files/{id}/versions/', {
  summary: 'The versions of a file, the newest first',
  access: { ...studyBuildersOnly, policy: 'resource.read' },
  params: IdParams,
  replies: { 200: z.object({ items: z.array(ResourceVersion) }) },
  errors: ['forbidden', 'not_found'],
});
export const addFileVersion = endpoint('POST', '/api/files/{id}/versions/', {
  summary:
    'Make an earlier version the newest again, or a version without the place where a picture was taken',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  body: z.union([
    z.strictObject({ again: z.int().min(1).max(resourcesLimits.versions) }),
    z.strictObject({ without: z.literal('location') }),
  ]),
  replies: { 201: ResourceFile },
  errors: [
    'forbidden',
    'not_found',
    'no_location',
    'quota_exceeded',
    'still_checked',
    'infected',
    'too_many_file_versions',
  ],
});

export const listFolders = endpoint('GET', '/api/folders/', {
  summary: 'All own folders and those that others share, the root first',
  access: studyBuildersOnly,
  query: z.object({ bin: QueryFlag.optional() }),
  replies: { 200: z.object({ items: z.array(ResourceFolder) }) },
  errors: ['forbidden'],
});
export const addFolder = endpoint('POST', '/api/folders/', {
  summary: 'Make a folder',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  body: z.strictObject({ name: ResourceName, parent_id: Id }),
  replies: { 201: ResourceFolder },
  errors: ['forbidden', 'not_found', 'path_taken', 'too_many_resources', 'folder_in_itself'],
});
export const changeFolder = endpoint('PUT', '/api/folders/{id}/', {
  summary: 'Rename a folder, move it, take it out of the bin, or say who made what is in it',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  body: z
    .strictObject({ ...changeableFileFields, parent_id: Id.optional() })
    .refine(hasAnyChange, { error: 'nothing_to_change' }),
  replies: { 200: ResourceFolder },
  errors: ['forbidden', 'not_found', 'path_taken', 'folder_in_itself'],
});
export const deleteFolder = endpoint('DELETE', '/api/folders/{id}/', {
  summary: 'Put a folder with all that is in it into the bin; with `for_good`, delete it for good',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  query: z.object({ for_good: QueryFlag.optional() }),
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});
