import type { Commonlab } from '../frame/commonlab';

/**
 * Turns a value that the study uploads into a file, as JATOS does: a text becomes plain text, any
 * other value JSON.
 */
export function toUploadBlob(what: unknown): Blob {
  if (what instanceof Blob) return what;
  if (typeof what === 'string') return new Blob([what], { type: 'text/plain' });
  return new Blob([JSON.stringify(what) ?? ''], { type: 'application/json' });
}

/** Returns the content of a file as the study expects it: a parsed value, a text, or the bytes. */
async function contentOf(blob: Blob): Promise<unknown> {
  if (blob.type.startsWith('application/json')) return JSON.parse(await blob.text()) as unknown;
  return blob.type.startsWith('text/plain') ? blob.text() : blob;
}

export const storeUploadedFile = (
  commonlab: Commonlab,
  what: unknown,
  name: unknown,
): Promise<void> => commonlab.file(String(name), toUploadBlob(what));

/**
 * @param given the name of the file; as JATOS allows, the position of a component may come before
 * it
 */
export async function readDownloadedFile(
  commonlab: Commonlab,
  given: readonly unknown[],
): Promise<unknown> {
  const name = String(typeof given[0] === 'number' ? given[1] : given[0]);
  const blob = await commonlab.readFile(name);
  if (!blob) throw new Error(`there is no file ${name}`);
  return contentOf(blob);
}
