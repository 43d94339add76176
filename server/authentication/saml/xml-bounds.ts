/**
 * Limits for an untrusted XML document. They cover what makes parsing take more than linear time:
 * the parser copies all prefixes at each namespace declaration, and compares each attribute with
 * those before it.
 */
export interface XmlBounds {
  /** The largest number of `xmlns` in the text. */
  declarations: number;
  /** The largest number of `<` in the text, including comments and CDATA. */
  marks: number;
  /** The deepest nesting of elements. */
  depth: number;
  /** The largest number of attributes of an element, including namespace declarations. */
  attributes: number;
}

/** The limits for a provider's response. A usual one has 20 namespace declarations and 60 `<`. */
export const responseXmlBounds: XmlBounds = {
  declarations: 200,
  marks: 5_000,
  depth: 60,
  attributes: 100,
};
/**
 * The limits for metadata, which only administrators upload, and for bytes whose signature was
 * verified. These bytes are canonical XML, which may repeat the same namespace declaration in many
 * elements, so the limit for declarations is higher here.
 */
export const trustedXmlBounds: XmlBounds = {
  declarations: 1_000,
  marks: 10_000,
  depth: 60,
  attributes: 100,
};

function occurrences(text: string, part: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0 && found <= most; at = text.indexOf(part, at + 1))
    found++;
  return found;
}

const opaque = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<?', closes: '?>', overlap: 1 },
];

/**
 * Finds the end of a tag.
 * @returns the index of its `>`; -1 if there is none, if there is a `<` before it, or if the tag
 * has too many attributes
 */
function endOfTag(text: string, start: number, attributes: number): number {
  let quote = '';
  let values = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '<') return -1;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
      if (++values > attributes) return -1;
    } else if (character === '>') return at;
  }
  return -1;
}

/**
 * Whether a document is within the limits. Reads the document once, without building objects. Also
 * false if tags do not balance, because the depth is unknown then. Other errors in the XML do not
 * matter, since the parser finds them.
 */
export function isWithinXmlBounds(
  text: string,
  { declarations, marks, depth, attributes }: XmlBounds,
): boolean {
  if (occurrences(text, '<', marks) > marks) return false;
  if (occurrences(text, 'xmlns', declarations) > declarations) return false;
  let open = 0;
  let elements = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = opaque.find(({ opens }) => text.startsWith(opens, at));
    if (skipped) {
      const { opens, closes, overlap = 0 } = skipped;
      const end = text.indexOf(closes, at + opens.length - overlap);
      if (end < 0) return false;
      at = end + closes.length;
      continue;
    }
    const end = endOfTag(text, at + 1, attributes);
    if (end < 0) return false;
    if (text.charAt(at + 1) === '/') open--;
    else {
      elements++;
      if (open + 1 > depth) return false;
      if (text.charAt(end - 1) !== '/') open++;
    }
    if (open < 0) return false;
    at = end + 1;
  }
  return elements > 0 && open === 0;
}
