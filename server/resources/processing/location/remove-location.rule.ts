import type { Buffer } from 'node:buffer';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { removeJpegLocation } from './jpeg.rule';
import { removePngLocation } from './png.rule';
import { removeWebpLocation } from './webp.rule';

const kinds: Partial<
  Record<ResourceFileType, (picture: Buffer, isKnown: boolean) => Buffer | undefined>
> = {
  'image/jpeg': removeJpegLocation,
  'image/png': removePngLocation,
  'image/webp': removeWebpLocation,
};

export const canRemoveLocation = (type: ResourceFileType): boolean => kinds[type] !== undefined;

/**
 * Removes the location from the metadata of a picture, without re-encoding its pixels.
 * @param isKnown whether the worker that read the file has already found a location, which may be
 * in a compressed text
 * @returns undefined where the picture has no location, or its type is not supported
 */
export function removePictureLocation(
  picture: Buffer,
  type: ResourceFileType,
  isKnown = false,
): Buffer | undefined {
  const changed = kinds[type]?.(picture, isKnown);
  return changed && changed.length < picture.length ? changed : undefined;
}
