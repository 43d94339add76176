import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Storage } from '../../platform/storage/storage';
import { charsetSearchBytes, declaredCharset, isTextMimeType, Utf8Check } from './charset.rule';

/** What is known of a text's encoding. */
export interface Encoding {
  /**
   * The charset for the response's header; null if the file declares its encoding itself, or the
   * encoding is unknown.
   */
  charset: string | null;
  /** Whether the text's bytes are not UTF-8 and it declares no encoding. */
  isUnknown: boolean;
}
const notSaid: Encoding = { charset: null, isUnknown: false };
interface Content {
  sha256: string;
  bytes: number;
  mime: string;
}

/**
 * Finds out the encodings of files. Results are cached by hash and media type, since the bytes of a
 * file never change.
 */
@Injectable()
export class Charsets {
  private readonly known = new LRUCache<string, Promise<Encoding>>({ max: 50_000 });

  constructor(private readonly storage: Storage) {}

  of(file: Content): Promise<Encoding> {
    if (!isTextMimeType(file.mime)) return Promise.resolve(notSaid);
    const key = `${file.sha256} ${file.mime}`;
    const before = this.known.get(key);
    if (before) return before;
    const read = this.read(file);
    this.known.set(key, read);
    read.catch(() => this.known.get(key) === read && this.known.delete(key));
    return read;
  }

  /** Returns the `Content-Type` header for a response with the file. */
  async typeOf(file: Content): Promise<string> {
    const { charset } = await this.of(file);
    return charset === null ? file.mime : `${file.mime}; charset=${charset}`;
  }

  private async read({ sha256, bytes, mime }: Content): Promise<Encoding> {
    if (bytes === 0) return { charset: 'utf-8', isUnknown: false };
    const stream = await this.storage.bytes(sha256);
    if (!stream) throw new Error('the content of a version is not in the store');
    const check = new Utf8Check();
    const begins: Buffer[] = [];
    let length = 0;
    for await (const part of stream) {
      const chunk = part as Buffer;
      if (length < charsetSearchBytes) begins.push(chunk);
      length += chunk.length;
      check.add(chunk);
    }
    const declared = declaredCharset(Buffer.concat(begins), mime);
    if (declared) return { ...declared, isUnknown: false };
    return check.end()
      ? { charset: 'utf-8', isUnknown: false }
      : { charset: null, isUnknown: true };
  }
}
