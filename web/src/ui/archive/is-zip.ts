/**
 * The bytes with which a ZIP begins: the signature of its first file or, if the ZIP is empty, of
 * its end record (APPNOTE, 4.3).
 */
const beginnings = ['80,75,3,4', '80,75,5,6'];

/** Whether a file is a ZIP, judged by its first bytes, whatever its name. A dropped folder is not one, since it cannot be read. */
export const isZip = (file: Blob): Promise<boolean> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onerror = () => resolve(false);
    reader.onload = () => {
      const { result } = reader;
      resolve(
        result instanceof ArrayBuffer && beginnings.includes(new Uint8Array(result).join(',')),
      );
    };
    reader.readAsArrayBuffer(file.slice(0, 4));
  });
