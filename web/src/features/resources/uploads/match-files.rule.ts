import type { Upload } from '../../../../../contracts/resources/uploads';

/**
 * The files that uploads wait for, by name and size; the hash decides later. A single file for a single upload may have
 * another name: a person may have renamed it.
 * @returns with how many of the files belong to no upload
 */
export function matchFiles<F extends { readonly name: string; readonly size: number }>(
  uploads: readonly Upload[],
  files: readonly F[],
): { pairs: { upload: Upload; file: F }[]; others: number } {
  const [upload, file] = [uploads[0], files[0]];
  if (upload && file && uploads.length === 1 && files.length === 1)
    return { pairs: [{ upload, file }], others: 0 };
  const left = [...files];
  const pairs = uploads.flatMap((one) => {
    const at = left.findIndex(
      ({ name, size }) => name.normalize('NFC') === one.name && size === one.bytes,
    );
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found ? [{ upload: one, file: found }] : [];
  });
  return { pairs, others: left.length };
}
