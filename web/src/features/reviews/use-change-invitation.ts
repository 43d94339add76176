import { useQueryClient } from '@tanstack/react-query';
import { changeInvitation, listInvitations } from '../../../../contracts/researchers/researchers';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';

/** Changes an invitation code, and then refetches the list of codes, also if the change failed. */
export function useChangeInvitation() {
  const client = useQueryClient();
  return useMutation({
    ...mutation(changeInvitation),
    onSettled: () => client.invalidateQueries({ queryKey: [listInvitations.path] }),
  });
}
