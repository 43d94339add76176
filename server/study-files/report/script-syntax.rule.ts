import { parse, type Program } from 'acorn';

const options = { ecmaVersion: 'latest', locations: true, allowHashBang: true } as const;

/**
 * How a page runs a script: as classic script, as module, or as event handler. `either` if no page
 * declares it.
 */
export type ScriptKind = 'script' | 'module' | 'either' | 'handler';

/** A syntax error, as acorn reports it. */
type Fault = { message: string; loc?: { line: number } };

/** Parses a script as its page declares it, as script or module. If no page declares it, tries both. */
export function parseScript(text: string, kind: ScriptKind): Program | Fault {
  const allowReturnOutsideFunction = kind === 'handler';
  const tries =
    kind === 'either'
      ? (['script', 'module'] as const)
      : [kind === 'module' ? kind : ('script' as const)];
  let fault: Fault | undefined;
  for (const sourceType of tries) {
    try {
      return parse(text, { ...options, sourceType, allowReturnOutsideFunction });
    } catch (error) {
      const next = error as Fault;
      // Neither attempt could parse the script. Reports the error that is further down, since that
      // attempt understood more of the script.
      if (!fault || (next.loc?.line ?? 0) > (fault.loc?.line ?? 0)) fault = next;
    }
  }
  return fault ?? { message: '' };
}
