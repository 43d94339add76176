import { z } from 'zod';

/** Notes for the owner of a file, such as which browsers cannot play or show it. */
export const fileNoteCodes = [
  'safari_old_ogg',
  'safari_no_theora',
  'safari_old_webm',
  'safari_old_avif',
  'few_browsers_codec',
  'location',
  'animated',
  'too_many_pixels',
  'unreadable',
] as const;

/** Facts that a worker read from a file; unknown facts are absent. */
export const FileFacts = z
  .object({
    width: z.int().optional(),
    height: z.int().optional(),
    seconds: z.number().optional(),
    /** Names of codecs as their authors write them, such as `Opus`. */
    codecs: z.array(z.string()).optional(),
    /** How many rows a table has, not counting its heading. */
    rows: z.int().optional(),
    columns: z.array(z.string()).optional(),
    notes: z.array(z.enum(fileNoteCodes)),
  })
  .meta({ id: 'FileFacts' });
export type FileFacts = z.output<typeof FileFacts>;
