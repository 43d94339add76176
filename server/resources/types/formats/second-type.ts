import { fileTypeFromBuffer } from 'file-type/core';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import type { FileBytes } from '../bytes/file-bytes';
import { mayContainHtmlPage, sniffedBytes } from '../bytes/page-begins.rule';
import { binaryFormatOf, type BinaryFormat } from '../bytes/signature.rule';
import {
  zipCommentEndsFile,
  followsCentralDirectory,
  findZipEndRecords,
  maxZipEndBytes,
} from '../bytes/zip-end.rule';

const guessedBytes = 4_100;
/**
 * Formats that may follow a JPEG: cameras and phones add smaller pictures, or a short film, after
 * its end.
 */
const cameraForms: readonly BinaryFormat[] = ['jpeg', 'boxes'];

const names: Readonly<Record<BinaryFormat, string>> = {
  ...{ png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ wav: 'audio/wav', boxes: 'video/mp4', ebml: 'video/webm', ogg: 'audio/ogg' },
  ...{ mpeg: 'audio/mpeg', pdf: 'application/pdf', zip: 'application/zip' },
};

/**
 * Returns the second type of a file that is valid as two types. Some programs could open such a
 * file as the second type. Searches for it at the beginning and at the end of the file, and after
 * the content of the first type.
 * @param end the offset at which the content of the first type ends
 * @returns undefined for a file with one type, as almost all files are
 */
export async function polyglotTypeOf(
  file: FileBytes,
  type: ResourceFileType,
  end: number,
): Promise<string | undefined> {
  // An archive is not checked: if its first entry is an uncompressed page or document, the bytes of
  // this entry are at the beginning of the archive and would look like a second type.
  if (type === 'application/zip') return undefined;
  const head = (await file.read(0, sniffedBytes)).toString('latin1');
  if (mayContainHtmlPage(head)) return 'text/html';
  if (type !== 'application/pdf' && head.includes('%PDF-')) return 'application/pdf';
  if (await isArchive(file, end)) return 'application/zip';
  return afterEnd(await file.read(end, guessedBytes), type);
}

async function isArchive(file: FileBytes, end: number): Promise<boolean> {
  const { at, bytes } = await file.tail(maxZipEndBytes);
  return findZipEndRecords(bytes).some(
    (found) =>
      followsCentralDirectory(bytes, found) &&
      (at + found >= end || zipCommentEndsFile(bytes, found)),
  );
}

async function afterEnd(bytes: Buffer, type: ResourceFileType): Promise<string | undefined> {
  if (bytes.length === 0) return undefined;
  if (mayContainHtmlPage(bytes.toString('latin1', 0, sniffedBytes))) return 'text/html';
  const form = binaryFormatOf(bytes);
  if (type === 'image/jpeg' && form && cameraForms.includes(form)) return undefined;
  return form ? names[form] : programIn(bytes);
}

/**
 * Returns the type of the bytes, if it is a program, an archive or a document. The signatures of pictures
 * and sounds are so short that they occur by chance, so such types are left out.
 */
async function programIn(bytes: Buffer): Promise<string | undefined> {
  const found = (await mimeTypeOfBytes(bytes)) ?? '';
  return found.startsWith('application/') ? found : undefined;
}

/** Detects the MIME type of bytes by their beginning. Returns undefined for an unknown type. */
export async function mimeTypeOfBytes(bytes: Buffer): Promise<string | undefined> {
  // The library throws if the bytes end within a structure that it reads; the type then counts as
  // unknown.
  return (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;
}
