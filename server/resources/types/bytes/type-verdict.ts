import type {
  RefusedTypeReason,
  ResourceFileType,
} from '../../../../contracts/resources/file-types';

/**
 * The type of a file by its content, or why it is refused. `types` names both types of a file that
 * is valid as two types, or the type of a file that is not accepted, where it is known.
 */
export type TypeOfFile =
  | { readonly type: ResourceFileType }
  | { readonly refused: RefusedTypeReason; readonly types?: readonly string[] };
