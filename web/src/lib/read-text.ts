const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a file that a spreadsheet wrote: UTF-8, with a mark or without, "Unicode" (UTF-16), and
 * else what spreadsheets of western countries write where none was chosen (Windows-1252).
 */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export const readText = async (file: Blob): Promise<string> =>
  textOf(new Uint8Array(await file.arrayBuffer()));
