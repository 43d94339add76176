import { libraryHashes } from './library-files';
import { playerHashes } from '../builder/study-player';

let known: ReadonlySet<string> | undefined;

/** Whether a file is byte for byte one of a library that stands here, or of the builder's player. */
export const isKnownCopy = (sha256: string): boolean =>
  (known ??= new Set([...libraryHashes(), ...playerHashes()])).has(sha256);
