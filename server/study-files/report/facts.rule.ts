import type { FindingCode } from '../../../contracts/study-files/study-findings';

/**
 * How an address is meant. `file`: relative to the file that has it, where it must be. `text`: a
 * string of a script, relative to a page, which may be one part of an address.
 */
export type ReferenceFrom = 'file' | 'text';
export interface Reference {
  address: string;
  line: number;
  from: ReferenceFrom;
}
export interface Found {
  code: FindingCode;
  line: number | null;
  detail: string | null;
}
export interface Bare {
  name: string;
  line: number;
}
/** What one file says: lines are those of the file. */
export interface Facts {
  references: Reference[];
  found: Found[];
  libraries: { name: string; version: string | null }[];
  /** A script of it says that the study is over. */
  ends?: true;
  /** Scripts and styles that its strings name, which it may load. */
  names?: string[];
  /** It loads what it puts together while it runs, which its text does not name. */
  loadsComputed?: true;
  /** Where microphone or camera are asked for, and what is asked for is not written there. */
  unknownMedia?: number;
  /** What of both is written anywhere in it, as what is asked for is. */
  media?: readonly ('microphone' | 'camera')[];
  /** Packages that its modules import by name. */
  bare?: Bare[];
  /** Of a page: names that its import map says the address of; those with a slash at the end begin names. */
  mapped?: string[];
  /** Of a `package.json`: the tool that builds what browsers can read. */
  builder?: string;
  /** It hands on what is stored here. */
  stores?: true;
  /** The name of a library whose data are sent elsewhere. */
  unheard?: string;
}

/** What the scripts and styles within a page say is said by the page. */
export function merge(into: Facts, from: Facts): void {
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
export const noFacts = (): Facts => ({ references: [], found: [], libraries: [] });

/** Only the first of its code in a file, for what says the same each time. */
export function addOnce(facts: Facts, code: FindingCode, line: number): void {
  if (!facts.found.some((one) => one.code === code)) facts.found.push({ code, line, detail: null });
}

/** A file of a version with what it says; `facts` is absent where nothing is looked for. */
export interface CheckedFile {
  path: string;
  facts?: Facts;
}

/** What the description of a JATOS study (`.jas`) says: its own scripts may read it as it is here. */
export interface JatosStudy {
  study: Readonly<Record<string, unknown>> & { groupStudy: boolean };
  batch: Readonly<Record<string, unknown>>;
  components: readonly JatosComponent[];
}
export interface JatosComponent {
  uuid: string;
  title: string;
  /** Of its page among the version's files; empty where none is named, or it is not there. */
  path: string;
  active: boolean;
  reloadable: boolean;
  input: unknown;
}
