import { libraryHashes } from './library-files';
import { playerHashes } from '../timeline-files/study-player';

let known: ReadonlySet<string> | undefined;

/** Whether a file is a byte-for-byte copy of a library of this server, or of the builder's player. */
export const isKnownCopy = (sha256: string): boolean =>
  (known ??= new Set([...libraryHashes(), ...playerHashes()])).has(sha256);
