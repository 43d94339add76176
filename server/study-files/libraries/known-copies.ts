import { libraryHashes } from './library-files';
import { playerHashes } from '../timeline-files/study-player';

let known: ReadonlySet<string> | undefined;

/**
 * Whether a file of a study equals, byte for byte, a library file of this server or a file of the
 * builder's player.
 */
export const isCopyOfServerFile = (sha256: string): boolean =>
  (known ??= new Set([...libraryHashes(), ...playerHashes()])).has(sha256);
