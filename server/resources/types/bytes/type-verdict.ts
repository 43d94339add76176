import type {
  RefusedTypeReason,
  ResourceFileType,
} from '../../../../contracts/resources/file-types';

/**
 * The type of a file by its content, or why it is refused. If a file is refused because it is valid
 * as two types, `types` names both; if its type is not accepted, `types` names that type, where it
 * is known.
 */
export type TypeOfFile =
  | { readonly type: ResourceFileType }
  | { readonly refused: RefusedTypeReason; readonly types?: readonly string[] };
