import type { Upload } from '../../../../../contracts/resources/uploads';

/**
 * Pairs chosen files with the uploads that wait for them, by name and size; the hash is compared
 * later. If there is one file and one upload, the names may differ, since the person may have
 * renamed the file.
 * @returns the pairs, and how many of the files belong to no upload
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
