import exifReader from 'exif-reader';
import sharp, { type Sharp } from 'sharp';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { removePictureLocation } from './remove-location.rule';

const place = {
  IFD0: { Make: 'Camera' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '7/1 27/1 0/1',
  },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,30.0N"/></rdf:RDF></x:xmpmeta>`;

/** A picture of random pixels with a colour profile, rotated to the left by its orientation. */
const picture = () =>
  sharp({
    create: {
      width: 37,
      height: 21,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  }).withIccProfile('p3');
const types = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
type Format = keyof typeof types;
const encoded = (from: Sharp, format: Format) => from.toFormat(format).toBuffer();
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
const tagsOf = (exif: Buffer | undefined) => (exif ? exifReader(exif) : undefined);

function changed(bytes: Buffer, type: ResourceFileType): Buffer {
  const found = removePictureLocation(bytes, type, true);
  if (!found) throw new Error('nothing was taken out');
  return found;
}

describe('A copy of a picture without its location', () => {
  it.each<Format>(['jpeg', 'png', 'webp'])(
    "has the same pixels, colours and orientation, and none of the camera's metadata: %s",
    async (format) => {
      const turned = picture().withExif(place).withMetadata({ orientation: 6 }).withExif(place);
      const before = await encoded(turned, format);
      expect(removePictureLocation(before, types[format])).toBeDefined();
      expect(tagsOf((await sharp(before).metadata()).exif)?.GPSInfo).toBeDefined();
      const after = changed(before, types[format]);
      const found = await sharp(after).metadata();
      expect(found.orientation).toBe(6);
      expect(found.icc).toEqual((await sharp(before).metadata()).icc);
      expect(found.icc).toBeDefined();
      expect(tagsOf(found.exif)).toMatchObject({ Image: { Orientation: 6 } });
      expect(tagsOf(found.exif)?.GPSInfo).toBeUndefined();
      expect(after.includes('Camera')).toBe(false);
      expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
      expect(removePictureLocation(after, types[format])).toBeUndefined();
    },
  );

  it.each<Format>(['jpeg', 'png', 'webp'])(
    'has no EXIF block if the picture is upright: %s',
    async (format) => {
      const before = await encoded(picture().withExif(place), format);
      const after = changed(before, types[format]);
      expect((await sharp(after).metadata()).exif).toBeUndefined();
      expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
    },
  );

  it.each<Format>(['jpeg', 'png', 'webp'])(
    'lacks the XMP metadata that contain the location: %s',
    async (format) => {
      const before = await encoded(picture().withXmp(xmp), format);
      expect((await sharp(before).metadata()).xmp).toBeDefined();
      const after = changed(before, types[format]);
      expect((await sharp(after).metadata()).xmp).toBeUndefined();
      expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
    },
  );

  it('is not made from a WebP with more chunks than an animation has', async () => {
    const before = await encoded(picture().withExif(place), 'webp');
    const many = Buffer.concat([before, Buffer.alloc(8 * 100_000, Buffer.from('note\0\0\0\0'))]);
    many.writeUInt32LE(many.length - 8, 4);
    expect(removePictureLocation(before, 'image/webp')).toBeDefined();
    expect(removePictureLocation(many, 'image/webp')).toBeUndefined();
  });

  it('contains none of the pictures that a camera adds after the end of the file', async () => {
    const before = await encoded(picture().withExif(place), 'jpeg');
    const after = changed(Buffer.concat([before, before]), 'image/jpeg');
    expect(after).toEqual(changed(before, 'image/jpeg'));
  });

  it('is not made from a picture without a location, of an unsupported type, or cut short', async () => {
    const plain = await encoded(picture(), 'jpeg');
    expect(removePictureLocation(plain, 'image/jpeg')).toBeUndefined();
    expect(
      removePictureLocation(await encoded(sharp(plain), 'jpeg'), 'image/jpeg', true),
    ).toBeUndefined();
    const told = await encoded(picture().withExif(place), 'png');
    expect(removePictureLocation(told, 'image/avif')).toBeUndefined();
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await encoded(picture().withExif(place), format);
      for (const part of [0.1, 0.5, 0.9])
        expect(() =>
          removePictureLocation(whole.subarray(0, whole.length * part), types[format]),
        ).not.toThrow();
    }
  });
});
