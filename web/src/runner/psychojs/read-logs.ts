/** The highest number of characters of logs that are stored: some hours of PsychoJS with its most detailed logs. */
export const mostLogCharacters = 2_000_000;

export interface UnpackedLogs {
  readonly text: string;
  /** Whether the logs were too long, so that this text lacks their end. */
  readonly isCut: boolean;
}

const cut = (text: string): UnpackedLogs => ({
  text: text.slice(0, mostLogCharacters),
  isCut: text.length > mostLogCharacters,
});

/**
 * Reads the beginning of decompressed logs, up to the length that is stored. It stops there, since
 * a few compressed bytes may expand to any length.
 */
export async function readLogBeginning(stream: ReadableStream<Uint8Array>): Promise<UnpackedLogs> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length <= mostLogCharacters) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return cut(text);
  }
  // Enough text has been read. The rest is cancelled, and an error while cancelling does not
  // matter.
  reader.cancel().catch(() => undefined);
  return cut(text);
}

/**
 * Reads logs, which are either plain text or compressed by `pako` and written in base64.
 * @returns undefined if compressed logs cannot be read
 */
export async function readLogs(logs: string, isPacked: boolean): Promise<UnpackedLogs | undefined> {
  if (!isPacked) return cut(logs);
  try {
    const bytes = Uint8Array.from(atob(logs), (one) => one.charCodeAt(0));
    return await readLogBeginning(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')),
    );
  } catch {
    return undefined;
  }
}
