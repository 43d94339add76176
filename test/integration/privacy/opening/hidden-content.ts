import { gunzipSync, inflateSync } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';

/**
 * The depth and the size up to which content is decoded; deeper or larger content is left as it is.
 */
const deepest = 6;
const mostBytes = 20_000_000;

const isHex = /^(?:\\x)?((?:[0-9a-f]{2}){12,})$/i;
const isBase64 = /^[A-Za-z0-9+/_-]{24,}={0,2}$/;
const startsWith = (bytes: Buffer, ...start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/** Returns the text of the bytes, or undefined if they are not text. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  // oxlint-disable-next-line no-control-regex -- bytes that are no text have them
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) ? undefined : text;
}

/**
 * Unpacks the files of an archive, or of the first part of an archive. Finds the files by their
 * local headers, because a part has no index. Returns only the content that the part contains.
 */
function filesIn(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer[]> = {};
  let bytes = 0;
  const unzip = new Unzip((file) => {
    const pieces: Buffer[] = (files[file.name] = []);
    file.ondata = (error, piece) => {
      if (error || (bytes += piece.length) > mostBytes) return;
      pieces.push(Buffer.from(piece));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    unzip.push(new Uint8Array(zip), true);
  } catch {
    // The content of a partial archive ends where the part ends.
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, pieces]) => [name, Buffer.concat(pieces)]),
  );
}
const unpacked = (bytes: Buffer, unpack: typeof gunzipSync): Buffer | undefined => {
  try {
    return unpack(bytes, { maxOutputLength: mostBytes });
  } catch {
    return undefined;
  }
};

/** Decodes bytes that are an archive, compressed data, or text. */
function inBytes(bytes: Buffer): unknown {
  if (bytes.length > mostBytes) return undefined;
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return filesIn(bytes);
  if (startsWith(bytes, 0x1f, 0x8b)) return unpacked(bytes, gunzipSync);
  if ([0x01, 0x5e, 0x9c, 0xda].some((level) => startsWith(bytes, 0x78, level)))
    return unpacked(bytes, inflateSync);
  return bytes.length > 0 ? textOf(bytes) : undefined;
}

/** Decodes a text that is JSON, lines of JSON, or bytes as hex or base64. */
function inText(text: string): unknown {
  if (/^\s*[[{]/.test(text)) {
    const parsed = parsedJson(text);
    if (parsed !== undefined) return parsed;
  }
  const hex = isHex.exec(text)?.[1];
  if (hex !== undefined) return inBytes(Buffer.from(hex, 'hex'));
  if (isBase64.test(text)) return inBytes(Buffer.from(text, 'base64'));
  if (text.length <= mostBytes && text.includes('\n')) return text.split(/\r?\n/).filter(Boolean);
  return undefined;
}
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Decodes a value: the files of a ZIP, data in gzip or zlib, JSON in a text, bytes as hex and
 * base64, also nested in each other.
 * @returns undefined if nothing is hidden in the value
 */
export function hiddenContentOf(value: unknown, depth = 0): unknown {
  if (depth > deepest) return undefined;
  const found =
    typeof value === 'string'
      ? inText(value)
      : Buffer.isBuffer(value) || value instanceof Uint8Array
        ? inBytes(Buffer.from(value))
        : undefined;
  if (found === undefined || found === value) return undefined;
  return wholly(found, depth + 1);
}

/**
 * The number of nested levels that are kept. All values of deeper levels become one flat list,
 * because each level needs space on the stack.
 */
const mostLevels = 500;

/** Decodes all content of a value. Levels below the 500th become one list. */
function wholly(value: unknown, depth: number, level = 0): unknown {
  if (typeof value === 'string' || Buffer.isBuffer(value))
    return hiddenContentOf(value, depth) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (level === mostLevels) return contentOf(value).map((one) => wholly(one, depth));
  if (Array.isArray(value)) return value.map((one) => wholly(one, depth, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, wholly(one, depth, level + 1)]),
  );
}

/** Collects all names and plain values in a value, at any depth. */
function contentOf(value: object): unknown[] {
  const found: unknown[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) found.push(one);
    else if (Array.isArray(one)) waiting.push(...(one as unknown[]));
    else for (const [name, inner] of Object.entries(one)) waiting.push(name, inner);
  }
  return found;
}
