import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { unsupportedBrowserNotes } from './browser-notes.rule';

describe('The notes about browsers that cannot play a file', () => {
  it.each<[ResourceFileType, string[], string[]]>([
    ['audio/mpeg', ['MPEG 1 Layer 3'], []],
    ['audio/wav', ['PCM'], []],
    ['audio/wav', ['pcm_s24le'], []],
    ['audio/wav', ['ADPCM'], ['few_browsers_codec']],
    ['audio/wav', ['A-law'], ['few_browsers_codec']],
    ['audio/ogg', ['Vorbis I'], ['safari_old_ogg']],
    ['audio/ogg', ['Opus'], ['safari_old_ogg']],
    ['audio/ogg', ['Speex 1.2'], ['safari_old_ogg', 'few_browsers_codec']],
    ['video/ogg', ['Theora', 'Vorbis I'], ['safari_no_theora', 'few_browsers_codec']],
    ['audio/mp4', ['MPEG-4/AAC'], []],
    ['audio/mp4', ['ALAC'], ['few_browsers_codec']],
    ['video/mp4', ['h264', 'aac'], []],
    ['video/mp4', ['<avc1>', 'MPEG-4/AAC'], []],
    ['video/mp4', ['hevc', 'aac'], ['few_browsers_codec']],
    ['video/mp4', ['<hvc1>'], ['few_browsers_codec']],
    ['video/mp4', ['h264', 'amr_nb'], ['few_browsers_codec']],
    ['video/mp4', [], []],
    ['video/webm', ['VP9', 'OPUS'], ['safari_old_webm']],
    ['video/webm', ['AV1'], ['safari_old_webm', 'few_browsers_codec']],
    ['image/avif', [], ['safari_old_avif']],
    ['image/png', [], []],
  ])('of %s with %j are %j', (type, codecs, notes) => {
    expect(unsupportedBrowserNotes(type, codecs)).toEqual(notes);
  });
});
