/*
 * Makes tiny files of sound, video and other formats, byte by byte, so that a test can falsify each
 * field. Pictures are made by `sharp`.
 */

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u32le = (value: number) => Buffer.from(u32(value)).reverse();
const text = (value: string) => Buffer.from(value, 'latin1');

/**
 * Makes a second of silence as WAV, at 8 kHz and 8 bit. `says` is the length that the header
 * states.
 */
export function wavOf(asked: { bytes?: number; says?: number } = {}): Buffer {
  const bytes = asked.bytes ?? 8_000;
  const says = asked.says ?? bytes;
  const format = Buffer.from('01000100401f0000401f000001000800', 'hex');
  const content = [text('WAVEfmt '), u32le(16), format, text('data'), u32le(says)];
  const sound = Buffer.alloc(bytes, 0x80);
  const length = 36 + says > 0xffffffff ? 0xffffffff : 36 + says;
  return Buffer.concat([text('RIFF'), u32le(length), ...content, sound]);
}

export const mp4Box = (kind: string, ...content: readonly Buffer[]): Buffer => {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(8 + inside.length), text(kind), inside]);
};
const track = (handler: string, ...more: readonly Buffer[]) =>
  mp4Box(
    'trak',
    mp4Box('mdia', mp4Box('hdlr', u32(0), u32(0), text(handler), Buffer.alloc(13)), ...more),
  );
/** Makes an MPEG-4 film with these tracks (`vide`, `soun`). */
export const mp4Of = (
  tracks: readonly string[],
  brand = 'isom',
  sound: Buffer = Buffer.alloc(100),
) =>
  Buffer.concat([
    mp4Box('ftyp', text(brand), u32(0), text(brand), text('mp42')),
    mp4Box('moov', ...tracks.map((handler) => track(handler))),
    mp4Box('mdat', sound),
  ]);

const element = (id: string, content: Buffer | null, unknown = false) => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(content?.length ?? 0));
  if (unknown) length.fill(0xff).writeUInt8(0x01);
  return Buffer.concat([Buffer.from(id, 'hex'), length, content ?? Buffer.alloc(0)]);
};
/**
 * Makes a WebM file with tracks of these types (1 video, 2 sound). With `unknown`, the file states
 * no length, like a file that a browser is still recording.
 */
export function webmOf(types: readonly number[], { kind = 'webm', unknown = false } = {}): Buffer {
  const tracks = types.map((type) => element('ae', element('83', Buffer.from([type]))));
  const inside = Buffer.concat([
    element('1654ae6b', Buffer.concat(tracks)),
    element('1f43b675', Buffer.alloc(50)),
  ]);
  return Buffer.concat([
    element('1a45dfa3', element('4282', text(kind))),
    element('18538067', inside, unknown),
  ]);
}

/** Makes an Ogg file with one stream for each text; the stream begins with that text. */
export function oggOf(...streams: readonly string[]): Buffer {
  const page = (kind: number, content: Buffer) =>
    Buffer.concat([
      text('OggS\0'),
      Buffer.from([kind]),
      Buffer.alloc(20),
      Buffer.from([1, content.length]),
      content,
    ]);
  const first = streams.map((begins) => page(2, Buffer.concat([text(begins), Buffer.alloc(20)])));
  return Buffer.concat([...first, page(4, Buffer.alloc(200))]);
}

/**
 * Makes an MP3 file: `frames` frames of MPEG-1 layer III at 128 kbit/s and 44.1 kHz. An ID3 tag of
 * `tag` bytes precedes them, unless `tag` is 0.
 */
export function mp3Of({ frames = 4, tag = 0 } = {}): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  const sizes = [tag >>> 21, (tag >>> 14) & 127, (tag >>> 7) & 127, tag & 127];
  const begins = tag ? [text('ID3'), Buffer.from([4, 0, 0, ...sizes]), Buffer.alloc(tag)] : [];
  return Buffer.concat([...begins, ...Array.from({ length: frames }, () => frame)]);
}

export const pdfOf = (content = ''): Buffer =>
  text(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${content}` +
      `trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
  );
