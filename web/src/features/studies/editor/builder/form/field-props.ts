import type { PluginParameter } from '../../../../../../../contracts/timeline-plugins';
import type { Json } from '../../../../../../../contracts/timeline-values';

/** A field for one parameter of a plugin. */
export interface FieldProps {
  name: string;
  /** What it is a part of, for who does not see the frame around it. */
  within?: string;
  parameter: PluginParameter;
  value: Json | undefined;
  columns: readonly string[];
  onChange: (value: Json | undefined) => void;
  /** Where a fault leads to. */
  path?: string;
}
