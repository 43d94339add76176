import type {
  RefusedTypeReason,
  ResourceFileType,
} from '../../../../contracts/resources/file-types';

/**
 * The type of a file by its content, or why the file is refused. `types` names both types of a file
 * that is valid as two types. For a type that is not accepted, it has the name of the type, or is
 * absent if the type is unknown.
 */
export type TypeOfFile =
  | { readonly type: ResourceFileType }
  | { readonly refused: RefusedTypeReason; readonly types?: readonly string[] };
