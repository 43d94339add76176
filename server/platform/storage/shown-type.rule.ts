/**
 * Types that browsers display without running code of the file. SVG is missing, because an SVG that
 * is opened as a page runs scripts.
 */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.-]+|video\/[\w.-]+)$/;

/**
 * Returns the content security policy with which a stored file is served, and whether a browser may
 * show the file. Strangers upload such files, so a browser must never render one as a page of this
 * origin.
 * @param asksInline whether the URL asks for the file to be shown
 * @param frames the origin whose pages may show a PDF in a frame
 */
export function fileServingPolicyOf(type: string, asksInline: boolean, frames: string) {
  // The policy for a PDF has no sandbox, and does not block styles or plugins. Otherwise PDF
  // viewers would not start. This is safe, because the content type is fixed: only a PDF viewer
  // gets the bytes.
  if (asksInline && type === 'application/pdf')
    return { inline: true, policy: `frame-ancestors ${frames}` };
  if (asksInline && shown.test(type))
    return {
      inline: true,
      policy:
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; " +
        "sandbox; frame-ancestors 'none'",
    };
  return { inline: false, policy: "default-src 'none'; sandbox; frame-ancestors 'none'" };
}
