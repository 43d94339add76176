const mostWrong = 3;

/**
 * Sends the part of a file that the server lacks, piece by piece. An empty piece asks the server to
 * check the whole file again.
 * @param next returns the next piece that the server lacks; undefined to stop
 * @param send sends a piece; returns undefined if the server refused the offset or the hash
 * @returns the server's answer once the file is complete; undefined if `next` has stopped the
 * sending; `unreadable` if the disk has lost or changed the file; `wrong` if the server refused the
 * offset or the hash three times
 * @throws what `send` throws; the server keeps the pieces that it already has
 */
export async function sendPieces<A extends { readonly complete: boolean }>(
  next: () => Blob | undefined,
  send: (piece: Blob) => Promise<A | undefined>,
): Promise<A | 'unreadable' | 'wrong' | undefined> {
  for (let wrong = 0; wrong < mostWrong;) {
    const piece = next();
    if (!piece) return undefined;
    const bytes = await piece.arrayBuffer().catch(() => undefined);
    if (!bytes) return 'unreadable';
    const answer = await send(new Blob([bytes]));
    if (answer?.complete) return answer;
    if (!answer) wrong += 1;
  }
  return 'wrong';
}
