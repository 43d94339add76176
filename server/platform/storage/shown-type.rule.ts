/**
 * Types that browsers display without running any code of the file. SVG is not among them: opened as a page, it runs
 * scripts.
 */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.-]+|video\/[\w.-]+)$/;

/**
 * The content security policy with which a stored file is served, and whether a browser may show it. Strangers upload
 * these files: a browser must never render one as a page of this origin.
 * @param asksInline whether the address asks for it to be shown
 * @param frames the origin whose pages may frame a PDF
 */
export function servingOf(type: string, asksInline: boolean, frames: string) {
  // PDF viewers do not start in a sandbox, nor where the policy blocks their styles and plugin. The content type is
  // fixed, so only a PDF viewer gets the bytes.
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
