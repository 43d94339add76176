/**
 * The types that a resource file may have, detected from its content and not its name. Text formats have no
 * signature: their type follows the file's extension, if the content is valid for it.
 */
export const resourceFileTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/mp4',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'application/pdf',
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/json',
  'text/vtt',
  'application/zip',
] as const;
export type ResourceFileType = (typeof resourceFileTypes)[number];

/** Why a file's content is refused, so that its owner can fix it. */
export const refusedTypeReasons = [
  /** The content is of no accepted type. */
  'unknown_type',
  /** The file starts like an accepted type but is truncated or corrupt. */
  'broken',
  /** The file is valid as two types at once, such as a picture that is also an HTML page. */
  'two_types',
  /** An SVG with a script, an event handler or a link that runs one. */
  'svg_script',
  /** An SVG with content of another kind (foreignObject). */
  'svg_foreign',
  /** An SVG that loads something from elsewhere. */
  'svg_reference',
  'svg_too_large',
  /** A text that is not UTF-8. */
  'text_encoding',
  'json_invalid',
] as const;
export type RefusedTypeReason = (typeof refusedTypeReasons)[number];
