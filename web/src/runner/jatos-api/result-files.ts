import type { Commonlab } from '../frame/commonlab';

/** Turns an uploaded value into a file as JATOS does it: texts and other values each have a type of their own. */
export function fileOf(what: unknown): Blob {
  if (what instanceof Blob) return what;
  if (typeof what === 'string') return new Blob([what], { type: 'text/plain' });
  return new Blob([JSON.stringify(what) ?? ''], { type: 'application/json' });
}

/** The content of a downloaded file: its value, its text, or its bytes. */
async function contentOf(blob: Blob): Promise<unknown> {
  if (blob.type.startsWith('application/json')) return JSON.parse(await blob.text()) as unknown;
  return blob.type.startsWith('text/plain') ? blob.text() : blob;
}

export const uploaded = (commonlab: Commonlab, what: unknown, name: unknown): Promise<void> =>
  commonlab.file(String(name), fileOf(what));

/** @param given the name, or, as JATOS also allows, the position of a component and the name */
export async function downloaded(
  commonlab: Commonlab,
  given: readonly unknown[],
): Promise<unknown> {
  const name = String(typeof given[0] === 'number' ? given[1] : given[0]);
  const blob = await commonlab.readFile(name);
  if (!blob) throw new Error(`there is no file ${name}`);
  return contentOf(blob);
}
