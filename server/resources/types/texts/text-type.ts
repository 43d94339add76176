import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { isWithinJsonBounds } from '../../../platform/storage/json-bounds.rule';
import type { FileBytes } from '../bytes/file-bytes';
import { isHtmlPage, withoutProlog } from '../bytes/page-begins.rule';
import { isSvg, svgDoctype } from '../svg/svg-prolog.rule';
import { checkSvg } from '../svg/check-svg';
import type { TypeOfFile } from '../bytes/type-verdict';

/**
 * The largest JSON in bytes that is parsed, because parsing blocks the thread that handles all
 * requests. A larger file counts as plain text.
 */
export const maxParsedJsonBytes = 20_000_000;
const headBytes = 65_536;

const tables: Readonly<Record<string, ResourceFileType>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};
/** File extensions of formats that are not texts. A text file with such an extension is refused. */
const noTexts = /^(png|jpe?g|gif|webp|avif|mp3|mpga|og[agv]|opus|wav|m4[av]|mp4|webm|pdf|zip)$/;

/**
 * Determines the type of a UTF-8 text. If the content itself shows its type, that type counts. Otherwise the
 * file extension decides, provided that the content is valid for it.
 */
export async function textTypeOf(file: FileBytes, name: string): Promise<TypeOfFile> {
  const head = new TextDecoder().decode(await file.read(0, headBytes));
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const begins = withoutProlog(head.replace(svgDoctype, ''));
  if (isSvg(begins)) return svgType(file);
  if (isHtmlPage(head)) return { refused: 'unknown_type', types: ['text/html'] };
  if (ending === 'svg') return { refused: 'broken' };
  if (noTexts.test(ending)) return { refused: 'unknown_type', types: ['text/plain'] };
  if (ending === 'json') return jsonType(file);
  if (ending === 'vtt') return isVtt(head) ? { type: 'text/vtt' } : { refused: 'broken' };
  return { type: tables[ending] ?? 'text/plain' };
}

const isVtt = (head: string) => /^\ufeff?WEBVTT([ \t\r\n]|$)/.test(head);

async function svgType(file: FileBytes): Promise<TypeOfFile> {
  const refused = await checkSvg(file);
  return refused ? { refused } : { type: 'image/svg+xml' };
}

async function jsonType(file: FileBytes): Promise<TypeOfFile> {
  if (file.size > maxParsedJsonBytes) return { type: 'text/plain' };
  const text = new TextDecoder().decode(await file.read(0, file.size));
  if (!isWithinJsonBounds(text)) return { type: 'text/plain' };
  try {
    JSON.parse(text);
    return { type: 'application/json' };
  } catch {
    return { refused: 'json_invalid' };
  }
}
