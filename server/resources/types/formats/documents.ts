import { zipCommentEndsFile, findZipEndRecords, maxZipEndBytes } from '../bytes/zip-end.rule';
import { InvalidFormat, type FormatCheck } from './checked-format';

const leastPdf = 100;

/** Checks a PDF, which has an end marker within its last 1,024 bytes (ISO 32000-1, 7.5.5 and annex H). */
export const checkPdf: FormatCheck = async (file) => {
  const { at, bytes } = await file.tail(1_024);
  const found = bytes.lastIndexOf('%%EOF');
  if (found < 0 || file.size < leastPdf) throw new InvalidFormat();
  return { type: 'application/pdf', end: at + found + 5 };
};

/**
 * Types of documents and programs whose files are ZIP archives. Such files are refused, although
 * other archives are accepted. Each entry has a pattern for the name of the archive's first entry,
 * and the name of the type.
 */
const others: readonly (readonly [RegExp, string])[] = [
  [/^(\[Content_Types\]\.xml|_rels\/)/, 'Office Open XML'],
  [/^mimetype$/, 'OpenDocument'],
  [/^(META-INF\/|AndroidManifest\.xml)/, 'application/java-archive'],
];

/**
 * Checks a ZIP: its end record must have a comment that ends where the file ends (PKWARE's APPNOTE,
 * 4.3.16).
 */
export const checkZip: FormatCheck = async (file) => {
  const { bytes } = await file.tail(maxZipEndBytes);
  if (!findZipEndRecords(bytes).some((at) => zipCommentEndsFile(bytes, at)))
    throw new InvalidFormat();
  const head = await file.read(0, 30 + 256);
  const name = head.toString('latin1', 30, 30 + (head.length > 28 ? head.readUInt16LE(26) : 0));
  const other = others.find(([begins]) => begins.test(name));
  return other ? { other: other[1] } : { type: 'application/zip', end: file.size };
};
