import { open } from 'node:fs/promises';
import exifReader from 'exif-reader';
import type { Metadata } from 'sharp';
import type { FileFacts } from '../../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { unsupportedBrowserNotes } from './browser-notes.rule';
import { exifHasLocation, xmpHasLocation } from './location.rule';
import type { FileReadResult } from './read-file';

/**
 * A picture with more pixels gets no thumbnail: decoding a picture of this size takes 400 MB of
 * memory.
 */
const mostPixels = 100_000_000;
const thumbnailPixels = 320;

/**
 * Reads the displayed size of a picture, whether it is animated, and whether its metadata contain a
 * location. Makes a thumbnail unless the picture is too large.
 */
export async function readPicture(path: string, type: ResourceFileType): Promise<FileReadResult> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // The size is in the first bytes of the file, so reading it decodes no pixels.
  const found = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height } = found.autoOrient;
  const notes = await notesOf(path, type, found);
  if (width * height > mostPixels)
    return { facts: { width, height, notes: [...notes, 'too_many_pixels'] } };
  const thumbnail = await sharp(path, { limitInputPixels: mostPixels, sequentialRead: true })
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
    .catch(() => undefined);
  const isBroken = thumbnail === undefined ? (['unreadable'] as const) : [];
  return {
    facts: { width, height, notes: [...notes, ...isBroken] },
    ...(thumbnail && { thumbnail }),
  };
}

async function notesOf(path: string, type: ResourceFileType, found: Metadata) {
  const notes: FileFacts['notes'] = [...unsupportedBrowserNotes(type, [])];
  if (hasPlace(found)) notes.push('location');
  if ((found.pages ?? 1) > 1 || (type === 'image/png' && (await isAnimatedPng(path))))
    notes.push('animated');
  return notes;
}

function hasPlace({ exif, xmp }: Metadata): boolean {
  if (xmp && xmpHasLocation(xmp.toString('utf8'))) return true;
  try {
    return exif !== undefined && exifHasLocation(exifReader(exif));
  } catch {
    // If the EXIF block cannot be parsed, the picture counts as having no location.
    return false;
  }
}

/**
 * Whether a PNG is animated (APNG): then an animation chunk precedes the first image. The picture
 * library does not report that.
 */
async function isAnimatedPng(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const head = buffer.subarray(0, bytesRead);
    const [control, data] = [head.indexOf('acTL'), head.indexOf('IDAT')];
    return control >= 0 && (data < 0 || control < data);
  } finally {
    await file.close();
  }
}
