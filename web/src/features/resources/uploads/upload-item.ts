import type { RefusedTypeReason } from '../../../../../contracts/resources/file-types';

/**
 * `taken`: another file has this name, and the person has to decide. `reading`: the hash is being
 * computed.
 */
export type UploadState =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'paused'
  | 'taken'
  | 'done'
  | 'failed';

/**
 * Why a file is not stored. For the code `server`, the page shows the server's own text
 * (`description`).
 */
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

/** The state of one file that is being uploaded, as the page shows it. */
export interface UploadItem {
  readonly key: string;
  readonly folderId: string;
  /** The name of the file, or its path within an uploaded folder. */
  readonly path: string;
  readonly bytes: number;
  /** The bytes that the server has, and the bytes of the present piece that were sent so far. */
  readonly sent: number;
  readonly state: UploadState;
  /** What the upload waits for after a failed attempt: the connection or the server. */
  readonly waitsFor?: 'line' | 'server' | undefined;
  readonly uploadId?: string | undefined;
  readonly fileId?: string | undefined;
  readonly fault?: UploadFault | undefined;
}

/** What a person can choose if the name of a file is taken. */
export const nameTakenChoices = ['replace', 'both', 'leave'] as const;
export type NameTakenChoice = (typeof nameTakenChoices)[number];
