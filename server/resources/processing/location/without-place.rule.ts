import type { Buffer } from 'node:buffer';
import type { ResourceType } from '../../../../contracts/resources/file-types';
import { jpegWithoutPlace } from './jpeg.rule';
import { pngWithoutPlace } from './png.rule';
import { webpWithoutPlace } from './webp.rule';

const kinds: Partial<
  Record<ResourceType, (picture: Buffer, isKnown: boolean) => Buffer | undefined>
> = {
  'image/jpeg': jpegWithoutPlace,
  'image/png': pngWithoutPlace,
  'image/webp': webpWithoutPlace,
};

export const canLoseItsPlace = (type: ResourceType): boolean => kinds[type] !== undefined;

/**
 * Removes the location from a picture without re-encoding it.
 * @param isKnown whether a location was already found, even in a compressed text
 * @returns undefined where it has no location, or its type cannot be changed in this way
 */
export function withoutPlace(
  picture: Buffer,
  type: ResourceType,
  isKnown = false,
): Buffer | undefined {
  const changed = kinds[type]?.(picture, isKnown);
  return changed && changed.length < picture.length ? changed : undefined;
}
