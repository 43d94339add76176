import { Blob as WholeBlob } from 'node:buffer';
import { fakeCommonlab } from '../../test/fake-commonlab';
import { readDownloadedFile, toUploadBlob, storeUploadedFile } from './result-files';

// A Blob with readable content: that of jsdom's own Blob cannot be read.
Object.assign(globalThis, { Blob: WholeBlob });

test('a file uploaded with jatos.uploadResultFile is downloaded with the same type and content', async () => {
  const kept = new Map<string, Blob>();
  const commonlab = {
    ...fakeCommonlab().commonlab,
    file: (name: string, blob: Blob) => Promise.resolve(void kept.set(name, blob)),
    readFile: (name: string) => Promise.resolve(kept.get(name) ?? null),
  };
  await storeUploadedFile(commonlab, { rt: [1, 2] }, 'values.json');
  await storeUploadedFile(commonlab, 'a,b\n1,2', 'table.csv');
  const bytes = new Blob([new Uint8Array([1, 2])], { type: 'audio/webm' });
  await storeUploadedFile(commonlab, bytes, 'voice.webm');
  expect(await readDownloadedFile(commonlab, ['values.json'])).toEqual({ rt: [1, 2] });
  expect(await readDownloadedFile(commonlab, [1, 'table.csv'])).toBe('a,b\n1,2');
  expect(await readDownloadedFile(commonlab, ['voice.webm'])).toBe(bytes);
  await expect(readDownloadedFile(commonlab, ['none'])).rejects.toThrow('there is no file none');
  expect(toUploadBlob(undefined).size).toBe(0);
});
