import { decodedText, type DecodedText } from '../../../contracts/tables/encoding.rule';

/** The text of a file that a person chose, and how it was read. */
export const readText = async (file: Blob): Promise<DecodedText> =>
  decodedText(new Uint8Array(await file.arrayBuffer()));
