import type { FindingCode } from '../../../contracts/study-files/study-findings';

/**
 * How an address is resolved. `file`: it is relative to the file that contains it, and its target
 * must exist. `text`: it is a string in a script, which may be relative to any page, and may be
 * only a part of an address.
 */
export type ReferenceOrigin = 'file' | 'text';
export interface Reference {
  address: string;
  line: number;
  from: ReferenceOrigin;
}
export interface FileFinding {
  code: FindingCode;
  line: number | null;
  detail: string | null;
}
export interface BareImportName {
  name: string;
  line: number;
}
/** What the check reads from one file of a study. Lines are counted in that file. */
export interface StudyFileFacts {
  references: Reference[];
  found: FileFinding[];
  libraries: { name: string; version: string | null }[];
  /** Set if a script in the file signals the end of the study. */
  ends?: true;
  /**
   * Strings in the file that look like names of scripts or style sheets. Its code may load these.
   */
  names?: string[];
  /**
   * Set if the file loads addresses that it computes at run time. Then the file may load any file of
   * the version.
   */
  loadsComputed?: true;
  /** The line of a request that does not say whether it needs the microphone or the camera. */
  unknownMedia?: number;
  /**
   * The devices that occur in objects like `{ audio: true }`. The file's code could pass these
   * objects to `getUserMedia`.
   */
  media?: readonly ('microphone' | 'camera')[];
  /** The packages that modules in the file import by name and not by address. */
  bare?: BareImportName[];
  /** For a page: the keys of its import map; a key with a trailing slash is a prefix. */
  mapped?: string[];
  /** For a `package.json`: the build tool that produces the files for browsers. */
  builder?: string;
  /** Set where the file sends results that this server stores. */
  stores?: true;
  /**
   * The name of a library that the study uses and that sends its data elsewhere, so that this
   * server does not get them.
   */
  unheard?: string;
}

/** Adds the facts about a script or style to the facts about the page that contains it. */
export function mergeFacts(into: StudyFileFacts, from: StudyFileFacts): void {
  into.references.push(...from.references);
  into.libraries.push(...from.libraries);
  into.found.push(...from.found);
  if (from.bare) into.bare = [...(into.bare ?? []), ...from.bare];
  if (from.ends) into.ends = true;
  if (from.stores) into.stores = true;
  if (from.unheard !== undefined) into.unheard ??= from.unheard;
  if (from.names) into.names = [...(into.names ?? []), ...from.names];
  if (from.loadsComputed) into.loadsComputed = true;
  if (from.unknownMedia !== undefined) into.unknownMedia ??= from.unknownMedia;
  if (from.media) into.media = [...(into.media ?? []), ...from.media];
}
export const makeEmptyFacts = (): StudyFileFacts => ({ references: [], found: [], libraries: [] });

/** Adds a finding, unless the file has one with this code already. */
export function addFindingOnce(facts: StudyFileFacts, code: FindingCode, line: number): void {
  if (!facts.found.some((one) => one.code === code)) facts.found.push({ code, line, detail: null });
}

/** A file of a version with its facts. `facts` is absent for files that are not checked. */
export interface CheckedFile {
  path: string;
  facts?: StudyFileFacts;
}
