import type { ResourceType } from '../../../../contracts/resources/file-types';
import type { FileBytes } from '../bytes/file-bytes';

/**
 * What was found in a file of a form. `end`: the first byte after what the format describes; a file may go on there.
 */
export type CheckedFormat =
  | { readonly type: ResourceType; readonly end: number }
  /** A container of another type than those that are accepted, such as a Matroska video. */
  | { readonly other: string };

/** @throws EndsEarly, Broken */
export type FormatCheck = (file: FileBytes) => Promise<CheckedFormat>;

/** The content is not what its format prescribes. */
export class Broken extends Error {}
