import type { Access, PolicyName } from '../../contracts/base/access';
import { topics } from '../../contracts/live';
import type { Capabilities } from '../platform/capabilities';
import type { Person } from './person';

declare module '../platform/context' {
  interface Context {
    /** Who may act on an object of this context, by the names that the contract uses. */
    readonly policies?: readonly AccessPolicy[];
  }
}

/** The parts of a request that a policy receives, before they are validated. */
export interface Asked {
  readonly person: Person | undefined;
  readonly query: unknown;
  readonly now: () => Date;
}

interface Named {
  readonly name: PolicyName;
  /** One sentence: who may do what to the object. */
  readonly means: string;
}
/** A rule about who may act on an object, declared by the context that owns the object. */
export type AccessPolicy =
  /** The guard calls it before the request is parsed. `decide` throws a DomainError to refuse. */
  | (Named & { readonly decidedBy: 'request'; readonly decide: (asked: Asked) => void })
  /**
   * The handler or the statement that reads or changes the object checks the condition: a query
   * beforehand would cost a round trip, and the object could change between the two.
   */
  | (Named & { readonly decidedBy: 'thing' });

/** A part of the contract with its access rule, and its name for error messages. */
export interface Governed {
  readonly what: string;
  readonly access: Access;
}

/** The policies of all contexts, by the names that the contract uses. */
export class AccessPolicies {
  private readonly byName: ReadonlyMap<PolicyName, AccessPolicy>;

  /** @throws Error which stops the boot: a name without a policy, a policy without a use */
  constructor(policies: readonly AccessPolicy[], governed: readonly Governed[]) {
    this.byName = new Map(policies.map((policy) => [policy.name, policy]));
    const used = new Set(governed.map(({ access }) => access.policy));
    const gaps = [
      ...governed
        .filter(({ access }) => access.policy !== undefined && !this.byName.has(access.policy))
        .map(
          ({ what, access }) => `${what} names the policy ${access.policy}, which no context has.`,
        ),
      ...policies
        .filter(({ name }) => !used.has(name))
        .map(({ name }) => `The policy ${name} is named by nothing in the contract.`),
      ...(this.byName.size < policies.length ? ['Two policies have one name.'] : []),
    ];
    if (gaps.length > 0) throw new Error(gaps.join(' '));
  }

  /** Applies the policy of an access rule, where the request alone decides. @throws DomainError */
  decide({ policy: name }: Access, asked: Asked): void {
    if (name === undefined) return;
    const policy = this.byName.get(name);
    if (!policy) throw new Error(`no context has the policy ${name}`);
    if (policy.decidedBy === 'request') policy.decide(asked);
  }
}

/**
 * The policies of all contexts, for everything of the contract that states who may use it:
 * operations and live topics.
 * @throws Error which stops the boot, when the contract names a policy that no context has
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
      })),
    ],
  );
