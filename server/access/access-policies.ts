import type { Access, PolicyName } from '../../contracts/base/access';
import { liveTopics } from '../../contracts/live/live-topics';
import type { ErrorCode } from '../../contracts/base/errors';
import type { Capabilities } from '../platform/context/capabilities';
import { DomainError } from '../platform/errors/errors';
import type { Person } from './person';

declare module '../platform/context/context' {
  interface Context {
    /**
     * The access policies of this context. Each has the name that the contract uses, and says who
     * may do what to one kind of object.
     */
    readonly policies?: readonly AccessPolicy[];
  }
}

/** The parts of a request that the guard passes to a policy before the request is validated. */
export interface PolicyInput {
  readonly person: Person | undefined;
  /** The field `action` of the request's body. */
  readonly action: unknown;
  readonly query: unknown;
  readonly now: () => Date;
}

interface Named {
  readonly name: PolicyName;
  /** One sentence for the documentation: who may do what to the object. */
  readonly means: string;
}
/**
 * A rule about who may act on a kind of object. The context that owns these objects declares it.
 */
export type AccessPolicy =
  /**
   * The guard calls `decide` before the request is parsed. `decide` refuses the request by throwing
   * a DomainError.
   */
  | (Named & {
      readonly decidedBy: 'request';
      readonly decide: (asked: PolicyInput) => void;
      /**
       * Whether `decide` must know if the person is a student builder (person.ts). The guard then
       * reads this from the database before it calls `decide`. By default it does not.
       */
      readonly admitsBuilders?: (query: unknown) => boolean;
    })
  /**
   * No function decides: the code that reads or changes the object checks the condition itself, for
   * instance in a WHERE clause. A query beforehand would cost a round trip, and the object could
   * change in between.
   */
  | (Named & { readonly decidedBy: 'thing' });

/**
 * The properties of a caller on which access rules depend. `builds` is set only for calls that
 * admit student builders, that is, students whom a classroom lets build studies.
 */
type Asking = Pick<Person, 'role' | 'is_researcher' | 'second_factor_missing' | 'builds'>;

/**
 * Returns the error code with which an access rule refuses the caller, or null if the caller may
 * proceed.
 * @param action the field `action` of the body, not validated
 */
export function accessRefusalOf(
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

/**
 * An operation or a live topic of the contract with its access rule, and its name for error
 * messages.
 */
export interface AccessDeclaration {
  readonly what: string;
  readonly access: Access;
  /**
   * True for a live topic. A policy that decides by the HTTP request cannot be used for it, because
   * a topic is opened over a socket.
   */
  readonly withoutRequest?: boolean;
}

/** The access policies of all contexts, by the names that the contract uses. */
export class AccessPolicies {
  private readonly byName: ReadonlyMap<PolicyName, AccessPolicy>;

  /**
   * @throws Error, which stops the server's start, for a policy name that no context declares, for
   * a policy that nothing uses, and for a live topic whose policy needs a request
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

  /**
   * Whether a call admits student builders. If so, the guard must first read whether the person is
   * one.
   */
  admitsBuilders(access: Access, query: unknown): boolean {
    if (access.who === 'builder') return true;
    const policy = access.policy === undefined ? undefined : this.byName.get(access.policy);
    return policy?.decidedBy === 'request' && policy.admitsBuilders?.(query) === true;
  }

  /**
   * Checks the caller against an access rule, and against the rule's policy if that policy decides
   * by the request alone (`decidedBy: 'request'`).
   * @throws DomainError
   */
  decide(access: Access, asked: PolicyInput): void {
    const refusal = accessRefusalOf(access, asked.person, asked.action);
    if (refusal !== null) throw new DomainError(refusal);
    const { policy: name } = access;
    if (name === undefined) return;
    const policy = this.byName.get(name);
    if (!policy) throw new Error(`no context has the policy ${name}`);
    if (policy.decidedBy === 'request') policy.decide(asked);
  }
}

/**
 * Collects the policies of all contexts, and checks that they fit the operations and live topics of
 * the contract.
 * @throws Error, which stops the server's start, if they do not fit (see AccessPolicies)
 */
export const collectPolicies = ({ contexts, operations }: Capabilities): AccessPolicies =>
  new AccessPolicies(
    contexts.flatMap(({ policies = [] }) => policies),
    [
      ...operations.map(({ method, path, access }) => ({
        what: `${method.toUpperCase()} ${path}`,
        access,
      })),
      ...Object.entries(liveTopics).map(([kind, { access }]) => ({
        what: `the topic ${kind}`,
        access,
        withoutRequest: true,
      })),
    ],
  );
