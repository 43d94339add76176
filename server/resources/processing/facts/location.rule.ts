/** The EXIF tags with the location where a picture was taken, as `exif-reader` names them. */
interface ExifTags {
  readonly GPSInfo?: Readonly<Record<string, unknown>>;
}

const places = [
  'GPSLatitude',
  'GPSLongitude',
  'GPSDestLatitude',
  'GPSDestLongitude',
  'GPSAreaInformation',
];

export const exifHasLocation = ({ GPSInfo }: ExifTags): boolean =>
  places.some((tag) => GPSInfo?.[tag] !== undefined);

/**
 * Whether XMP metadata contains a location, as attributes or as elements, with any namespace
 * prefix.
 */
export const xmpHasLocation = (xmp: string): boolean =>
  /[\s:<](GPS(Dest)?(Latitude|Longitude)|GPSAreaInformation)[\s=>]/.test(xmp);
