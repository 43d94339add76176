/**
 * The id of the first element of a WebM file (EBML). `date`: the id of the element for a date
 * (Matroska, DateUTC).
 */
const ebml = Buffer.from('1a45dfa3', 'hex');
const date = Buffer.from('446188', 'hex');
/**
 * How many bytes of a WebM file are searched for a date: they contain the description of the file,
 * which precedes the first cluster.
 */
const headBytes = 4_096;

/**
 * Whether a file of an anonymous session may be downloaded: only WebM sound or video without a
 * date. Files of other types, such as MP4, photographs and texts, can hold a time, a place or an
 * address, which cannot be detected in their bytes. Speech and pictures may still reveal who the
 * participant is (docs/privacy.md).
 * @param beginning the first bytes of the file
 */
export const hasNoClockTime = (type: string, beginning: Buffer): boolean =>
  /^(audio|video)\/webm\b/.test(type) &&
  beginning.subarray(0, ebml.length).equals(ebml) &&
  !beginning.subarray(0, headBytes).includes(date);
