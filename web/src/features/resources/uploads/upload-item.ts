import type { RefusedTypeReason } from '../../../../../contracts/resources/file-types';

/** `taken`: a file has this name, so the person decides. `reading`: the hash is computed. */
export type UploadState =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'paused'
  | 'taken'
  | 'done'
  | 'failed';

/** Why a file is not stored. The words of a code that only the server knows come with it. */
export interface UploadFault {
  readonly code:
    | 'empty'
    | 'file_too_large'
    | 'invalid_file_name'
    | 'unreadable'
    | 'other_file'
    | 'checksum_mismatch'
    | 'unsupported_media_type'
    | 'quota_exceeded'
    | 'server';
  readonly description?: string;
  readonly reasons?: readonly RefusedTypeReason[];
}

/** One file on its way, as the page shows it. */
export interface UploadItem {
  readonly key: string;
  readonly folderId: string;
  /** The name, or the path below the folder. */
  readonly path: string;
  readonly bytes: number;
  /** Bytes that the server has, and those of the piece under way. */
  readonly sent: number;
  readonly state: UploadState;
  /** What the upload waits for since the last attempt failed. */
  readonly waitsFor?: 'line' | 'server' | undefined;
  readonly uploadId?: string | undefined;
  readonly fileId?: string | undefined;
  readonly fault?: UploadFault | undefined;
}

/** The choices of a person if a name is taken. */
export const takenChoices = ['replace', 'both', 'leave'] as const;
export type TakenChoice = (typeof takenChoices)[number];
