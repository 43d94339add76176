import type {
  RefusedTypeReason,
  ResourceFileType,
} from '../../../../contracts/resources/file-types';

/**
 * The type of a file by its content, or why the file is refused. `types`: if the file is valid as
 * two types, the names of both types; if its type is not accepted, the name of this type, if it is
 * known.
 */
export type TypeOfFile =
  | { readonly type: ResourceFileType }
  | { readonly refused: RefusedTypeReason; readonly types?: readonly string[] };
