import type { FileFacts } from '../../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';

type Notes = FileFacts['notes'];

/**
 * Notes for containers that older versions of Safari cannot open, whatever codecs the file uses.
 */
const containers: Partial<Record<ResourceFileType, Notes>> = {
  'audio/ogg': ['safari_old_ogg'],
  'video/ogg': ['safari_no_theora'],
  'audio/webm': ['safari_old_webm'],
  'video/webm': ['safari_old_webm'],
  'image/avif': ['safari_old_avif'],
};
/**
 * Codecs that all recent browsers play, by container. Names of codecs are compared by letters and
 * digits only.
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
 * Notes about browsers that cannot play a file.
 * @param codecs names of codecs as the reading program spells them; empty where they are unknown
 */
export function unsupportedBrowserNotes(type: ResourceFileType, codecs: readonly string[]): Notes {
  const plain = codecs.map((codec) => codec.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const played = everywhere[type];
  const isRare = played !== undefined && plain.some((codec) => !played.test(codec));
  return [...(containers[type] ?? []), ...(isRare ? (['few_browsers_codec'] as const) : [])];
}
