import type { RefusedTypeReason, ResourceType } from '../../../../contracts/resources/file-types';

/**
 * The type of a file by its content, or why it is refused. `types` names both of a file that is two things at once,
 * or what a file of none of the types is, where that is known.
 */
export type TypeOfFile =
  | { readonly type: ResourceType }
  | { readonly refused: RefusedTypeReason; readonly types?: readonly string[] };
