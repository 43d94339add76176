const mostWrong = 3;

/**
 * Sends what the server lacks of a file, piece by piece. An empty piece asks for the end to be checked again.
 * @param next the piece that the server lacks; undefined to stop
 * @param send returns undefined if the server refused the offset or the hash
 * @returns the answer that says that all is complete; undefined if it was stopped; `unreadable` where the disk has
 * lost or changed the file; `wrong` where the server refused offsets or hashes three times
 * @throws what `send` throws; nothing of the file is lost then
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
