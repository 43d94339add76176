import { UnexpectedEndOfFile, FileBytes } from './bytes/file-bytes';
import type { TypeOfFile } from './bytes/type-verdict';
import { binaryFormatOf, type BinaryFormat } from './bytes/signature.rule';
import { checkMpeg4 } from './formats/boxes';
import { InvalidFormat, type FormatCheck } from './formats/checked-format';
import { checkPdf, checkZip } from './formats/documents';
import { checkEbml } from './formats/ebml';
import { checkGif, checkJpeg, checkPng } from './formats/pictures';
import { checkWav, checkWebp } from './formats/riff';
import { mimeTypeOfBytes, polyglotTypeOf } from './formats/second-type';
import { checkMpeg, checkOgg } from './formats/sounds';
import { detectTextEncoding } from './texts/text-scan';
import { textTypeOf } from './texts/text-type';

export type { TypeOfFile } from './bytes/type-verdict';

const checks: Readonly<Record<BinaryFormat, FormatCheck>> = {
  png: checkPng,
  jpeg: checkJpeg,
  gif: checkGif,
  webp: checkWebp,
  wav: checkWav,
  boxes: checkMpeg4,
  ebml: checkEbml,
  ogg: checkOgg,
  mpeg: checkMpeg,
  pdf: checkPdf,
  zip: checkZip,
};
/**
 * How many bytes at the beginning of a file are read to detect its format; `namedBytes`: how many
 * are read to find the name of a type that is not accepted.
 */
const [headBytes, namedBytes] = [16, 4_100];

/**
 * Detects the type of a file by its content.
 * @param path of the file on disk; it is read in bounded memory, whatever its size
 * @param name of the file. Its extension matters only for a text: it says which kind of text the
 * file is, and the content must be valid for this kind.
 */
export async function typeOfFile(path: string, name: string): Promise<TypeOfFile> {
  const file = await FileBytes.open(path);
  try {
    const form = binaryFormatOf(await file.read(0, headBytes));
    return form ? await typeOfForm(file, checks[form]) : await typeOfText(file, name);
  } finally {
    await file.close();
  }
}

async function typeOfForm(file: FileBytes, check: FormatCheck): Promise<TypeOfFile> {
  try {
    const found = await check(file);
    if ('other' in found) return { refused: 'unknown_type', types: [found.other] };
    const second = await polyglotTypeOf(file, found.type, found.end);
    return second ? { refused: 'two_types', types: [found.type, second] } : { type: found.type };
  } catch (error) {
    if (error instanceof InvalidFormat || error instanceof UnexpectedEndOfFile)
      return { refused: 'broken' };
    throw error;
  }
}

async function typeOfText(file: FileBytes, name: string): Promise<TypeOfFile> {
  const scanned = await detectTextEncoding(file);
  if (scanned === 'utf-8') return textTypeOf(file, name);
  if (scanned === 'other_encoding') return { refused: 'text_encoding' };
  const other = await mimeTypeOfBytes(await file.read(0, namedBytes));
  return { refused: 'unknown_type', ...(other ? { types: [other] } : {}) };
}
