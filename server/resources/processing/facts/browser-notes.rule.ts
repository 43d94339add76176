import type { FileFacts } from '../../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';

type Notes = FileFacts['notes'];

/**
 * For each container, a note that older versions of Safari cannot open it, whatever codecs the file
 * uses.
 */
const containers: Partial<Record<ResourceFileType, Notes>> = {
  'audio/ogg': ['safari_old_ogg'],
  'video/ogg': ['safari_no_theora'],
  'audio/webm': ['safari_old_webm'],
  'video/webm': ['safari_old_webm'],
  'image/avif': ['safari_old_avif'],
};
/**
 * For each container, the codecs that all recent browsers play. The pattern is matched against a
 * codec's name reduced to small letters and digits.
 */
const everywhere: Partial<Record<ResourceFileType, RegExp>> = {
  'audio/mpeg': /./,
  'audio/ogg': /vorbis|opus/,
  // No recent browser plays Theora.
  'video/ogg': /vorbis|opus/,
  'audio/wav': /^(pcm(s16le|u8|s24le|s32le|f32le)?|ieeefloat|nonpcm|float)$/,
  'audio/mp4': /aac|^mp4a|mp3|mpeg1/,
  'video/mp4': /aac|^mp4a|mp3|mpeg1|avc|h264/,
  'audio/webm': /vorbis|opus/,
  'video/webm': /vorbis|opus|vp8|vp9/,
};

/**
 * Returns notes about browsers that cannot play a file of this type with these codecs.
 * @param codecs the names of the file's codecs, in the spelling of the program that has read the
 * file; empty if they are unknown
 */
export function unsupportedBrowserNotes(type: ResourceFileType, codecs: readonly string[]): Notes {
  const plain = codecs.map((codec) => codec.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const played = everywhere[type];
  const isRare = played !== undefined && plain.some((codec) => !played.test(codec));
  return [...(containers[type] ?? []), ...(isRare ? (['few_browsers_codec'] as const) : [])];
}
