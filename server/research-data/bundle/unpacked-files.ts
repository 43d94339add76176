import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { isWithinJsonBounds } from '../../platform/storage/json-bounds.rule';
import type { TemporaryUpload } from '../../platform/storage/storage';
import { invalidBundleError, parseLimitedDepth } from './bundle-invalid';

/** The unpacked files, by the path in the archive. */
export type UnpackedFiles = ReadonlyMap<string, TemporaryUpload>;

/**
 * Returns the place on disk of a file. @throws DomainError bundle_invalid if the bundle lacks it
 */
export function locateFile(files: UnpackedFiles, path: string): string {
  const file = files.get(path);
  if (!file) throw invalidBundleError(path, 'bundle_file_missing');
  return file.path;
}

/** Reads a file that must match the schema. @throws DomainError bundle_invalid */
export async function readJsonFile<S extends z.ZodType>(
  files: UnpackedFiles,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const file = files.get(path);
  if (!file) throw invalidBundleError(path, 'bundle_file_missing');
  const value = parseLimitedDepth(schema, await parseJsonFile(file, path));
  if (!value?.success) throw invalidBundleError(path, 'bundle_malformed');
  return value.data;
}

/**
 * Parses a file of an uploaded bundle. Checks its size and nesting first, since the sender may have
 * made the file slow to parse.
 * @returns undefined if it is not JSON
 * @throws DomainError bundle_invalid for a file that is larger or nested more deeply than allowed
 */
export async function parseJsonFile(
  { path: place, size }: TemporaryUpload,
  path: string,
): Promise<unknown> {
  if (size > bundleLimits.wholeBytes) throw invalidBundleError(path, 'bundle_json_too_large');
  const text = await readFile(place, 'utf8');
  if (!isWithinJsonBounds(text)) throw invalidBundleError(path, 'bundle_json_too_large');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
