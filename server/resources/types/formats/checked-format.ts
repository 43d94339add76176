import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import type { FileBytes } from '../bytes/file-bytes';

/**
 * The result of checking a format. `end`: the offset after the content that the format describes;
 * the file may have more bytes.
 */
export type CheckedFormat =
  | { readonly type: ResourceFileType; readonly end: number }
  /**
   * The name of a type that is not accepted, such as a Matroska video. A container of an accepted
   * format may have content of such a type.
   */
  | { readonly other: string };

/** @throws UnexpectedEndOfFile, InvalidFormat */
export type FormatCheck = (file: FileBytes) => Promise<CheckedFormat>;

/** The file's content does not conform to its format. */
export class InvalidFormat extends Error {}
