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
 * The same picture without what says where it was taken; nothing is encoded again.
 * @param isKnown whether its reader has found a place, be it in a text that is compressed
 * @returns undefined where it says no place, or its type cannot be changed so
 */
export function withoutPlace(
  picture: Buffer,
  type: ResourceType,
  isKnown = false,
): Buffer | undefined {
  const changed = kinds[type]?.(picture, isKnown);
  return changed && changed.length < picture.length ? changed : undefined;
}
