import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  addGiftCodes,
  listGiftCodes,
} from '../../../../../contracts/payments/gift-codes/gift-codes';
import { listWallets } from '../../../../../contracts/payments/funding';
import { call } from '../../../lib/http/api';
import { newIdempotencyKey } from '../../../lib/http/new-key';
import { useMutation } from '../../../lib/http/use-mutation';

/** Identifies a file, so that it is recognized when it is chosen again. */
const markOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);

/**
 * Sends a file of gift codes. If the response is lost, the next attempt has the same
 * `Idempotency-Key`, even if the person chooses the file again. After the server has added or
 * refused the file, sending it again is a new request.
 */
export function useAddGiftCodes() {
  const keys = useRef(new Map<string, string>());
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const mark = markOf(file);
      const key = keys.current.get(mark) ?? newIdempotencyKey();
      keys.current.set(mark, key);
      const { added } = await call(addGiftCodes, { file }, { headers: { 'idempotency-key': key } });
      keys.current.delete(mark);
      return added;
    },
    onSuccess: () =>
      Promise.all(
        [listGiftCodes, listWallets].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
