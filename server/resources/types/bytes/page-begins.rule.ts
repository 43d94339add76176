/** How many bytes browsers examine to guess a type (WHATWG MIME Sniffing, 5.2, rounded up as browsers do). */
export const sniffedBytes = 1_024;

const prolog = /^(\s+|\ufeff|<\?[^]*?\?>|<!--[^]*?-->)+/;

/**
 * Removes what may precede the first element of a text: white space, a byte order mark, processing
 * instructions, comments.
 */
export const withoutProlog = (text: string): string => text.replace(prolog, '');

/** Whether a text begins as an HTML page. */
export const isHtmlPage = (text: string): boolean =>
  /^<(!doctype\s+html|html|head|body|script|iframe|style)[\s>/]/i.test(withoutProlog(text));

/** Whether bytes contain a tag with which an HTML page could begin. */
export const mayContainHtmlPage = (bytes: string): boolean =>
  /<(!doctype\s+html|html|script|iframe|body)[\s>/]/i.test(bytes);
