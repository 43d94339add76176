import type { TimelineFaultCode } from './timeline-faults';
import type { PluginParameter } from './timeline-plugins';
import { parseMarkedValue, type Json } from './timeline-values';

export interface ParameterFault {
  code: TimelineFaultCode;
  path: string[];
  detail: string | null;
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: Json): value is string => typeof value === 'string';

/**
 * Whether a value has the type of its parameter. If the parameter takes a list, each value of the
 * list is checked separately.
 */
function fits(value: Json, { type, options }: PluginParameter): boolean {
  switch (type) {
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return Number.isInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'string':
    case 'html':
    case 'image':
    case 'audio':
    case 'video':
      return isText(value);
    case 'key':
      return isText(value) && value !== '';
    case 'keys':
      return value === 'ALL_KEYS' || value === 'NO_KEYS'
        ? true
        : Array.isArray(value) &&
            value.every((one) => (isText(one) && one !== '') || !!parseMarkedValue(one));
    case 'select':
      return isText(value) && (options?.includes(value) ?? true);
    // A value of plain JSON is never a function: only JavaScript (`$js`) can produce one.
    case 'function':
      return false;
    case 'object':
      return typeof value === 'object' && value !== null;
    case 'complex':
      return isObject(value);
    case 'timeline':
      return false;
  }
}

const expected = ({ type, array, options }: PluginParameter) =>
  `${array && type !== 'keys' ? 'list of ' : ''}${options?.join(' | ') ?? type}`;

function valueFaults(value: Json, parameter: PluginParameter, path: string[]): ParameterFault[] {
  // The value of an object such as `{ "$var": "word" }` is known only when the trial begins, so its
  // type is not checked here; timelineFaults checks the object itself.
  if (parseMarkedValue(value) || (value === null && parameter.default === null)) return [];
  const wrong = [{ code: 'parameter_type' as const, path, detail: expected(parameter) }];
  if (parameter.array && parameter.type !== 'keys') {
    if (!Array.isArray(value)) return wrong;
    const one = { ...parameter, array: false };
    return value.flatMap((item, i) => valueFaults(item, one, [...path, String(i)]));
  }
  if (!fits(value, parameter)) return wrong;
  return parameter.type === 'complex' && parameter.nested && isObject(value)
    ? parameterFaults(value, parameter.nested, path)
    : [];
}

/** Checks parameters against a plugin's description: unknown names, missing ones, and values of the wrong type. */
export function parameterFaults(
  values: Readonly<Record<string, Json>>,
  parameters: Readonly<Record<string, PluginParameter>>,
  path: string[],
): ParameterFault[] {
  const missing = Object.entries(parameters)
    .filter(([name, { required }]) => required && !Object.hasOwn(values, name))
    .map(([name]) => ({
      code: 'parameter_missing' as const,
      path: [...path, name],
      detail: name,
    }));
  const given = Object.entries(values).flatMap(([name, value]) => {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return parameter
      ? valueFaults(value, parameter, [...path, name])
      : [{ code: 'unknown_parameter' as const, path: [...path, name], detail: name }];
  });
  return [...missing, ...given];
}
