import type { Endpoint } from '../../../contracts/base/endpoint';
import type { ErrorCode } from '../../../contracts/base/errors';
import type { Persona, Scene } from './personas';

/** A status, or the code of a refusal, which implies it. */
export type Cell = number | ErrorCode;
export type Group = 'participants' | 'researchers' | 'everybody else';
/**
 * What those whom the access of the contract lets through get: all the same, or by persona, then by
 * group. Only a policy or the state of an account makes a difference among them.
 */
export type Answers = Cell | Readonly<Partial<Record<Persona | Group, Cell>>>;
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}
export interface Row {
  endpoint: Endpoint;
  what: string;
  answers: Answers;
  /** What is sent; as it is, where it needs nothing that must be made first. */
  ask: Ask | ((scene: Scene) => Ask | Promise<Ask>);
}

/**
 * A call and what it answers to those who may make it. `what`: which of its uses, where it has
 * several.
 */
export const row = (
  endpoint: Endpoint,
  answers: Answers,
  ask: Row['ask'] = {},
  what = '',
): Row => ({
  endpoint,
  answers,
  ask,
  what,
});
/** As supertest names it. */
export const methodOf = ({ method }: Endpoint) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
export const asked = async ({ ask }: Row, scene: Scene): Promise<Ask> =>
  typeof ask === 'function' ? ask(scene) : ask;
