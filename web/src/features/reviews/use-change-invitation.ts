import { useQueryClient } from '@tanstack/react-query';
import { changeInvitation, listInvitations } from '../../../../contracts/researchers';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';

/** Whatever the answer: the list then tells how it is now. */
export function useChangeInvitation() {
  const client = useQueryClient();
  return useMutation({
    ...mutation(changeInvitation),
    onSettled: () => client.invalidateQueries({ queryKey: [listInvitations.path] }),
  });
}
