/**
 * The types that a file of the resources may have, each found in its content, never in its name. Texts have no
 * signature: which kind of text a file is follows its ending, after its content is valid for it.
 */
export const resourceTypes = [
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
export type ResourceType = (typeof resourceTypes)[number];

/** Why content is refused, so that it can be mended. */
export const refusedTypeReasons = [
  /** The content is none of the types. */
  'unknown_type',
  /** It begins as a type, and is cut short or broken. */
  'broken',
  /** It is two types at once, such as a picture that is a page, too. */
  'two_types',
  /** An SVG with a script, an event handler or a link that runs one. */
  'svg_script',
  /** An SVG with content of another kind (foreignObject). */
  'svg_foreign',
  /** An SVG that loads something from elsewhere. */
  'svg_reference',
  /** An SVG of more bytes than can be checked. */
  'svg_too_large',
  /** A text that is not UTF-8. */
  'text_encoding',
  'json_invalid',
] as const;
export type RefusedTypeReason = (typeof refusedTypeReasons)[number];
