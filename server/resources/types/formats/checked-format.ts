import type { ResourceType } from '../../../../contracts/resources/file-types';
import type { FileBytes } from '../bytes/file-bytes';

/**
 * The result of checking a format. `end`: the first byte after the described content; the file may continue after it.
 */
export type CheckedFormat =
  | { readonly type: ResourceType; readonly end: number }
  /** A container of another type than those that are accepted, such as a Matroska video. */
  | { readonly other: string };

/** @throws EndsEarly, Broken */
export type FormatCheck = (file: FileBytes) => Promise<CheckedFormat>;

/** The content is not what its format prescribes. */
export class Broken extends Error {}
