import { seatStates } from './participation.rule';

const states = seatStates.map((state) => `'${state}'`).join(', ');

/**
 * Whether a participation holds a seat.
 * @param id an expression of SQL
 */
export const standsSql = (id: string): string =>
  `EXISTS (SELECT FROM research.participation stands WHERE stands.id = ${id} AND stands.state IN (${states}))`;
