import type { Access, PolicyName } from '../../contracts/base/access';
import { topics } from '../../contracts/live/live-topics';
import type { ErrorCode } from '../../contracts/base/errors';
import type { Capabilities } from '../platform/context/capabilities';
import { DomainError } from '../platform/errors/errors';
import type { Person } from './person';

declare module '../platform/context/context' {
  interface Context {
    /** The checks whether a person may act on an object of this context, by their names in the contract. */
    readonly policies?: readonly AccessPolicy[];
  }
}

/** The parts of a request that a policy receives, before they are validated. */
export interface PolicyRequest {
  readonly person: Person | undefined;
  /** The request body's field `action`. */
  readonly action: unknown;
  readonly query: unknown;
  readonly now: () => Date;
}

interface Named {
  readonly name: PolicyName;
  /** One sentence for the documentation: who may do what to the object. */
  readonly means: string;
}
/** A rule about who may act on an object, declared by the context that owns the object. */
export type AccessPolicy =
  /** The guard calls it before the request is parsed. `decide` throws a DomainError to refuse. */
  | (Named & {
      readonly decidedBy: 'request';
      readonly decide: (asked: PolicyRequest) => void;
      /**
       * Whether `decide` needs to know if the person is a student builder (person.ts), depending on the query; by
       * default it does not.
       */
      readonly admitsBuilders?: (query: unknown) => boolean;
    })
  /**
   * The handler or the statement that reads or changes the object checks the condition: a query
   * beforehand would cost a round trip, and the object could change between the two.
   */
  | (Named & { readonly decidedBy: 'thing' });

/** `builds` is read only for calls that admit builders, and is absent otherwise. */
type Asking = Pick<Person, 'role' | 'is_researcher' | 'second_factor_missing' | 'builds'>;

/**
 * Why an access rule refuses the caller; null where the caller may proceed.
 * @param action the body's field, not validated
 */
export function refusalOf(
  access: Access,
  person: Asking | null | undefined,
  action?: unknown,
): ErrorCode | null {
  if (access.who === 'anyone') return null;
  if (access.who === 'visitor or signed in' || access.who === 'own credential') return null;
  if (!person)
    return access.who === 'signed in' && isExcepted(access.exceptActions, action)
      ? null
      : 'unauthenticated';
  const { role, is_researcher, second_factor_missing } = person;
  switch (access.who) {
    case 'signed in':
      return null;
    case 'researcher':
      return is_researcher ? null : 'forbidden';
    case 'builder':
      return is_researcher || person.builds ? null : 'forbidden';
    case 'administrator':
      if (second_factor_missing) return 'second_factor_missing';
      return role === 'ADMINISTRATOR' ? null : 'forbidden';
    case 'people finder':
      if (role === 'ADMINISTRATOR' || is_researcher) return null;
      return second_factor_missing ? 'second_factor_missing' : 'forbidden';
  }
}

const isExcepted = (actions: readonly unknown[] | undefined, action: unknown): boolean =>
  actions?.includes(action) ?? false;

/** A part of the contract with its access rule, and its name for error messages. */
export interface AccessDeclaration {
  readonly what: string;
  readonly access: Access;
  /** A live topic is opened over a socket, so there is no HTTP request on which a policy could decide. */
  readonly withoutRequest?: boolean;
}

/** The policies of all contexts, by the names that the contract uses. */
export class AccessPolicies {
  private readonly byName: ReadonlyMap<PolicyName, AccessPolicy>;

  /**
   * @throws Error, which stops the server's start: for a policy name that no context declares, for a policy without a
   * use, and for a policy that needs a request where there is none
   */
  constructor(policies: readonly AccessPolicy[], governed: readonly AccessDeclaration[]) {
    this.byName = new Map(policies.map((policy) => [policy.name, policy]));
    const used = new Set(governed.map(({ access }) => access.policy));
    const gaps = [
      ...governed
        .filter(({ access }) => access.policy !== undefined && !this.byName.has(access.policy))
        .map(
          ({ what, access }) => `${what} names the policy ${access.policy}, which no context has.`,
        ),
      ...governed
        .filter(
          ({ access: { policy }, withoutRequest }) =>
            withoutRequest && policy && this.byName.get(policy)?.decidedBy === 'request',
        )
        .map(
          ({ what, access }) =>
            `${what} names the policy ${access.policy}, which decides on a request.`,
        ),
      ...policies
        .filter(({ name }) => !used.has(name))
        .map(({ name }) => `The policy ${name} is named by nothing in the contract.`),
      ...(this.byName.size < policies.length ? ['Two policies have one name.'] : []),
    ];
    if (gaps.length > 0) throw new Error(gaps.join(' '));
  }

  /** Whether a call admits student builders, so that the guard must read whether the person builds. */
  admitsBuilders(access: Access, query: unknown): boolean {
    if (access.who === 'builder') return true;
    const policy = access.policy === undefined ? undefined : this.byName.get(access.policy);
    return policy?.decidedBy === 'request' && policy.admitsBuilders?.(query) === true;
  }

  /**
   * Applies an access rule, and its policy if that needs only the request.
   * @throws DomainError
   */
  decide(access: Access, asked: PolicyRequest): void {
    const refusal = refusalOf(access, asked.person, asked.action);
    if (refusal !== null) throw new DomainError(refusal);
    const { policy: name } = access;
    if (name === undefined) return;
    const policy = this.byName.get(name);
    if (!policy) throw new Error(`no context has the policy ${name}`);
    if (policy.decidedBy === 'request') policy.decide(asked);
  }
}

/**
 * Collects the policies of all contexts and checks them against everything in the contract that states an access:
 * operations and live topics.
 * @throws Error, which stops the server's start, as the constructor does
 */
export const collectPolicies = ({ contexts, operations }: Capabilities): AccessPolicies =>
  new AccessPolicies(
    contexts.flatMap(({ policies = [] }) => policies),
    [
      ...operations.map(({ method, path, access }) => ({
        what: `${method.toUpperCase()} ${path}`,
        access,
      })),
      ...Object.entries(topics).map(([kind, { access }]) => ({
        what: `the topic ${kind}`,
        access,
        withoutRequest: true,
      })),
    ],
  );
