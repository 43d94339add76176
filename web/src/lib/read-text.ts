import { decodeTableText, type DecodedText } from '../../../contracts/tables/encoding.rule';

/**
 * Reads a text file that a person chose.
 * @returns its text, and the encoding with which it was read
 */
export const readTextFile = async (file: Blob): Promise<DecodedText> =>
  decodeTableText(new Uint8Array(await file.arrayBuffer()));
