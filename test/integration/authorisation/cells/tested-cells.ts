import { isLongTestRun } from '../../../support/chance/lanes';
import { expectedAnswerOf, isRefusedByAccess } from './cells';
import { personas, type Persona } from '../admitted-personas';
import type { ExpectedAnswer, AuthorisationRow } from '../row';

/** Tells whether a combination occurs for the first time. */
class Firsts {
  private readonly seen = new Set<string>();
  isFirst(...kind: readonly unknown[]): boolean {
    const key = JSON.stringify(kind);
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }
}

/**
 * Lists the personas, beginning with a different persona for each `n`. So neighbouring rows do not
 * all test the same persona.
 */
const from = (n: number): readonly Persona[] => [
  ...personas.slice(n % personas.length),
  ...personas.slice(0, n % personas.length),
];

/** Returns an access rule without its policy. */
const ruleOf = ({ endpoint: { access } }: AuthorisationRow) => ({
  ...access,
  policy: undefined,
  token: undefined,
});

/**
 * Returns the cells of the matrix that are tested over HTTP before each merge:
 * - each access rule with each persona;
 * - each policy with each persona;
 * - for each row, every answer that depends on the requested study, session or file.
 *
 * In all other cells, the access rule alone decides the answer.
 * test/architecture/access/access-rules.spec.ts tests access rules with every operation and
 * persona.
 */
export function testedMatrixCells(
  rows: readonly AuthorisationRow[],
): ReadonlyMap<AuthorisationRow, readonly Persona[]> {
  const firsts = new Firsts();
  return new Map(
    rows.map((row, n) => {
      const answers = new Firsts();
      const { policy } = row.endpoint.access;
      const kept = from(n).filter((persona) => {
        const ofRule = firsts.isFirst('rule', ruleOf(row), persona);
        const ofPolicy = policy !== undefined && firsts.isFirst('policy', policy, persona);
        const ofRow =
          !isRefusedByAccess(row, persona) && answers.isFirst(expectedAnswerOf(row, persona));
        return isLongTestRun || ofRule || ofPolicy || ofRow;
      });
      return [row, personas.filter((persona) => kept.includes(persona))];
    }),
  );
}

interface Refused {
  readonly row: AuthorisationRow;
  readonly persona: Persona;
  readonly cell: ExpectedAnswer;
}

/**
 * Returns the refusals to test over HTTP:
 * - all refusals that do not follow from an access rule;
 * - one refusal for each access rule and persona;
 * - one refusal for each operation.
 *
 * The long run tests all refusals.
 */
export function testedRefusals<One extends Refused>(cases: readonly One[]): readonly One[] {
  const firsts = new Firsts();
  const operations = [...new Set(cases.map(({ row }) => row.endpoint))];
  const ofOperation = (row: AuthorisationRow): Persona | undefined => {
    const refused = cases.filter((one) => one.row.endpoint === row.endpoint);
    const order = from(operations.indexOf(row.endpoint));
    return order.find((persona) =>
      refused.some((one) => one.persona === persona && isRefusedByAccess(one.row, persona)),
    );
  };
  return cases.filter(({ row, persona }) => {
    if (isLongTestRun || !isRefusedByAccess(row, persona)) return true;
    const ofRule = firsts.isFirst('rule', ruleOf(row), persona);
    const { endpoint } = row;
    const ofThisOperation =
      ofOperation(row) === persona && firsts.isFirst('operation', endpoint.method, endpoint.path);
    return ofRule || ofThisOperation;
  });
}
