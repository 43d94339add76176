import { useQueryClient } from '@tanstack/react-query';
import { changeInvitation, listInvitations } from '../../../../contracts/researchers/researchers';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';

/**
 * A change of an invitation, after which the list is refetched, whether the change succeeded or
 * failed.
 */
export function useChangeInvitation() {
  const client = useQueryClient();
  return useMutation({
    ...mutation(changeInvitation),
    onSettled: () => client.invalidateQueries({ queryKey: [listInvitations.path] }),
  });
}
