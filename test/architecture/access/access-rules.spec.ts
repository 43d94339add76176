import 'reflect-metadata';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { DataSource } from 'typeorm';
import type { Access, CallerKind } from '../../../contracts/base/access';
import type { ServerRoute } from '../../../contracts/base/non-json-operations';
import { AccessGuard } from '../../../server/access/access.guard';
import { AccessPolicies } from '../../../server/access/access-policies';
import { StudentBuildersRead } from '../../../server/access/builders.read';
import { ApiTokenGate } from '../../../server/access/api-tokens/api-token-gate';
import type { Person } from '../../../server/access/person';
import { PersonRead } from '../../../server/access/person.read';
import { capabilities } from '../../../server/contexts';
import { Clock } from '../../../server/platform/concurrency/clock';
import { DomainError } from '../../../server/platform/errors/errors';
import {
  personaGroups,
  admittedPersonas,
  personas,
  type Persona,
} from '../../integration/authorisation/admitted-personas';
import { accessRules } from './access-rules';

type Governed = Pick<ServerRoute, 'method' | 'path' | 'access'>;
const nameOf = ({ method, path }: Governed) => `${method.toUpperCase()} ${path}`;
const isIn = (group: readonly Persona[], persona: Persona) => group.includes(persona);

const someone = '018f0000-0000-7000-8000-000000000001';
const builder = '018f0000-0000-7000-8000-000000000003';
/**
 * A stand-in for the lookup of students who build studies. It needs no database, and knows only the
 * account `builder`.
 */
class OneBuilder extends StudentBuildersRead {
  constructor() {
    super(new DataSource({ type: 'postgres' }));
  }
  override has(accountId: string): Promise<boolean> {
    return Promise.resolve(accountId === builder);
  }
}
const personOf = (persona: Persona): Person => ({
  account_id: persona === 'builder' ? builder : someone,
  token_id: '018f0000-0000-7000-8000-000000000002',
  status: persona === 'unverified' ? 'NEW' : 'ACTIVE',
  role: persona === 'administrator' ? 'ADMINISTRATOR' : null,
  is_researcher: isIn(personaGroups.researchers, persona),
  researcher_privilege: { pending: null, failed: false }[persona as string] ?? true,
  language: 'en',
  signed_in_at: new Date(),
  second_factor: false,
  second_factor_missing: false,
});
const people = {
  byToken: (token: string) =>
    Promise.resolve(
      personas.some((one) => word(one) === token) ? personOf(named(token)) : undefined,
    ),
};
const word = (persona: Persona) => persona.replace(' ', '-');
const named = (token: string) => personas.find((one) => word(one) === token) ?? 'visitor';

/**
 * The contract's policies are replaced by policies that admit all callers, because this file tests
 * the other rules.
 */
const policies = new AccessPolicies(
  capabilities.contexts
    .flatMap((context) => context.policies ?? [])
    .map(({ name, means }) => ({ name, means, decidedBy: 'thing' as const })),
  capabilities.operations
    .map((one) => ({ what: nameOf(one), access: one.access }))
    .concat(
      capabilities.contexts.flatMap(({ policies: own = [] }) =>
        own.map(({ name }) => ({ what: name, access: { who: 'anyone', policy: name } as Access })),
      ),
    ),
);

@Module({
  providers: [
    { provide: PersonRead, useValue: people },
    { provide: ApiTokenGate, useValue: {} },
    { provide: AccessPolicies, useValue: policies },
    { provide: StudentBuildersRead, useValue: new OneBuilder() },
    Clock,
    AccessGuard,
  ],
})
class GuardModule {}

let nest: INestApplicationContext;
let guard: AccessGuard;
beforeAll(async () => {
  nest = await NestFactory.createApplicationContext(GuardModule, {
    logger: false,
    abortOnError: false,
  });
  guard = nest.get(AccessGuard);
});
afterAll(() => nest.close());

/** @returns the error with which the guard refuses the caller; null if it admits the caller. */
async function answer(
  access: Access,
  persona: Persona,
  { action, token = word(persona) }: { action?: string; token?: string } = {},
): Promise<string | null> {
  const request = {
    url: '/api/',
    headers:
      persona === 'visitor' && token === 'visitor' ? {} : { authorization: `Bearer ${token}` },
    body: action === undefined ? undefined : { action },
    query: {},
    routeOptions: { config: { operation: { access } } },
  };
  try {
    return (await guard.canActivate(new ExecutionContextHost([request]))) ? null : 'refused';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Returns the rule of an operation in the wording of access-rules.ts. */
function ruleOf({ access }: Governed): string {
  const actions = access.who === 'signed in' ? (access.exceptActions ?? []) : [];
  const schemes = access.who === 'own credential' ? access.schemes : [];
  const rule =
    access.who +
    (actions.length > 0 ? ` but for ${actions.join(', ')}` : '') +
    (schemes.length > 0 ? ` (${schemes.join(', ')})` : '');
  return access.policy === undefined ? rule : `${rule}: ${access.policy}`;
}
const stated = new Map(
  Object.entries(accessRules).flatMap(([rule, names]) =>
    names.map((name) => [name, rule] as const),
  ),
);

/** Returns the personas that a rule admits. The rule is worded as in access-rules.ts. */
function admitted(rule: string): readonly Persona[] {
  const who = (Object.keys(admittedPersonas) as CallerKind[])
    .sort((a, b) => b.length - a.length)
    .find((one) => rule === one || rule.startsWith(`${one} `) || rule.startsWith(`${one}:`));
  if (!who) throw new Error(rule);
  return admittedPersonas[who];
}

/**
 * @returns a line for each persona that the guard treats differently from the rule in
 * access-rules.ts
 */
async function faultsOf(operation: Governed): Promise<string[]> {
  const name = nameOf(operation);
  const rule = stated.get(name);
  if (rule === undefined)
    return [`${name}: access-rules.ts does not say who may call it (${ruleOf(operation)})`];
  const faults =
    rule === ruleOf(operation) ? [] : [`${name} is for ${ruleOf(operation)}, not for ${rule}`];
  const expected = admitted(rule);
  for (const persona of personas) {
    const refused = persona === 'visitor' ? 'unauthenticated' : 'forbidden';
    const should = expected.includes(persona) ? null : refused;
    const does = await answer(operation.access, persona);
    if (does !== should)
      faults.push(`${name}: ${String(does)} to ${persona}, not ${String(should)}`);
  }
  return faults;
}

const operations = capabilities.operations as readonly Governed[];

describe('[8.1.1] [8.2.1] access guard', () => {
  it.each(operations.map((one) => [nameOf(one), one] as const))(
    'admits exactly those whom the rule of %s names',
    async (_, operation) => {
      expect(await faultsOf(operation)).toEqual([]);
    },
  );

  it('has a rule for every operation of the contract, and for no other', () => {
    const known = operations.map(nameOf);
    expect([...stated.keys()].filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(known).size).toBe(stated.size);
  });

  it('refuses an unknown token for every operation that uses a sign-in', async () => {
    for (const { access } of operations) {
      const isRead = access.who !== 'anyone' && access.who !== 'own credential';
      const isLet = access.who === 'signed in' && access.exceptActions !== undefined;
      expect(await answer(access, 'visitor', { token: 'nobody' })).toBe(
        isRead || isLet ? 'unauthenticated' : null,
      );
    }
  });

  it('admits a visitor only to the excepted actions of an operation', async () => {
    const excepted = operations.flatMap(({ access }) =>
      access.who === 'signed in'
        ? (access.exceptActions ?? []).map((action) => ({ access, action }))
        : [],
    );
    expect(excepted.length).toBeGreaterThan(1);
    for (const { access, action } of excepted) {
      expect(await answer(access, 'visitor', { action })).toBeNull();
      expect(await answer(access, 'visitor', { action: `${action}s` })).toBe('unauthenticated');
    }
  });
});

describe('the comparison with the access rules reports a fault when', () => {
  const looser: readonly Access[] = [
    { who: 'anyone' },
    { who: 'visitor or signed in' },
    { who: 'signed in' },
    { who: 'own credential', schemes: [] },
    { who: 'people finder' },
    { who: 'builder' },
  ];
  it.each(looser.map((access) => [access.who, access] as const))(
    'an operation is opened to more people: %s',
    async (who, access) => {
      const admits = admittedPersonas[who];
      const closed = operations.filter(
        (one) => admittedPersonas[one.access.who].length < admits.length,
      );
      expect(closed.length).toBeGreaterThan(10);
      for (const operation of closed) {
        const found = await faultsOf({ ...operation, access });
        expect([nameOf(operation), found.length > 1]).toEqual([nameOf(operation), true]);
      }
    },
  );

  it('an operation loses its policy', async () => {
    const withPolicy = operations.filter(({ access }) => access.policy !== undefined);
    expect(withPolicy.length).toBeGreaterThan(100);
    for (const operation of withPolicy) {
      const { policy: _, ...access } = operation.access;
      expect(await faultsOf({ ...operation, access })).toHaveLength(1);
    }
  });

  it('a new operation has no rule', async () => {
    const found = await faultsOf({ method: 'get', path: '/api/new/', access: { who: 'anyone' } });
    expect(found).toEqual(['GET /api/new/: access-rules.ts does not say who may call it (anyone)']);
  });
});
